// A migrated database on its own server, for tests that restart it.
import { join } from 'node:path';
import { embeddedServerOptions } from '../platform/embedded-postgres/configured.ts';
import { openTestDatabase, startTestServer, type TestDatabase, type TestServer } from './database.ts';
import { copyReadyHome } from './ready-home.ts';

export async function startOwnDatabase(): Promise<{ db: TestDatabase; server: TestServer }> {
  const server = await startTestServer(async (folder) => {
    const home = join(folder, 'home');
    await copyReadyHome(home);
    return embeddedServerOptions({ home });
  });
  return { db: openTestDatabase(server.address, server.address.database, 10), server };
}
