// The whole app behind a real HTTP server, with the official storage client connected to it.
import { randomUUID } from 'node:crypto';
import { StorageClient } from '@supabase/storage-js';
import { listen } from '../platform/http/server.ts';
import { createTestApp, type TestApp } from './app.ts';
import { openForTests } from './for-tests.ts';

export interface StoragePerson {
  id: string;
  token: string;
  client: StorageClient;
}

export interface TestStorage extends TestApp {
  /** The base URL, ending in /storage/v1. */
  url: string;
  /** Creates a signed-in user. */
  person(): Promise<StoragePerson>;
  /** Creates a bucket and returns its name. */
  bucketOf(person: StoragePerson, options?: Parameters<StorageClient['createBucket']>[1]): Promise<string>;
  /** The rows of storage_files, oldest first. */
  files(): Promise<{ state: string; size: number }[]>;
}

/** The app for all tests of a file. */
export function storageForTests(env?: Record<string, string>): TestStorage {
  return openForTests(
    () => createTestStorage(env),
    (t) => t.close(),
  );
}

/** Starts the app. Close it at the end. */
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
