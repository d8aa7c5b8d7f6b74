// The whole app behind a real HTTP server, and the official storage client speaking to it over the network.
import { randomUUID } from 'node:crypto';
import { StorageClient } from '@supabase/storage-js';
import { listen } from '../platform/http/server.ts';
import { createTestApp, type TestApp } from './app.ts';

export interface StoragePerson {
  id: string;
  token: string;
  client: StorageClient;
}

export interface TestStorage extends TestApp {
  /** Where /storage/v1 answers. */
  url: string;
  /** Somebody with an account, signed in. */
  person(): Promise<StoragePerson>;
  /** A bucket of theirs. Returns its name. */
  bucketOf(person: StoragePerson, options?: Parameters<StorageClient['createBucket']>[1]): Promise<string>;
  /** What the rows say about files: the sizes by state. */
  files(): Promise<{ state: string; size: number }[]>;
}

/** Opens everything. Close it in afterAll. */
export async function createTestStorage(env: Record<string, string> = {}): Promise<TestStorage> {
  const zeus = await createTestApp({ env });
  const server = await listen(zeus.app.fetch, { host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${server.port}/storage/v1`;
  return {
    ...zeus,
    url,
    async person() {
      const { id, token } = await zeus.newUser();
      return { id, token, client: new StorageClient(url, { Authorization: `Bearer ${token}` }) };
    },
    async bucketOf({ client }, options = { public: false }) {
      const name = `bucket-${randomUUID()}`;
      const { error } = await client.createBucket(name, options);
      if (error) throw error;
      return name;
    },
    files: () => zeus.ctx.db.sql`select state, size from storage_files order by created_at`,
    async close() {
      await server.stop(1_000);
      await zeus.close();
    },
  };
}
