// Killing the Zeus process, or its database.
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { startEmbeddedPostgres } from './platform/embedded-postgres/start.ts';
import { databaseOf, newHome, readiness, start } from './test/zeus-starter.ts';

describe('being killed', { timeout: 300_000 }, () => {
  test('kill -9 of Zeus blocks nothing: the next one is ready; kill -9 of its database: it starts it again', async () => {
    const { home, end } = await start();
    await end('SIGKILL');
    const zeus = await start({ home });
    expect(await readiness(zeus)).toBe(200);
    const postmaster = async () => {
      const db = databaseOf(zeus);
      const [row] = await db.sql<
        { pid: string }[]
      >`select split_part(pg_read_file('postmaster.pid'), E'\n', 1) as pid`.finally(db.close);
      return Number(row?.pid);
    };
    const killed = await postmaster();
    process.kill(killed, 'SIGKILL');
    await vi.waitFor(async () => expect(await postmaster()).not.toBe(killed), { timeout: 60_000, interval: 200 });
    await vi.waitFor(async () => expect(await readiness(zeus)).toBe(200), { timeout: 40_000, interval: 200 });
    expect(zeus.process.exitCode).toBeNull();
  });

  test('while the database is down: 503 with a code; afterwards Zeus continues', async () => {
    const options = { dataDir: join(newHome(), 'postgres'), password: 'secret', durable: false, log: () => {} };
    const server = await startEmbeddedPostgres(options);
    const { host, user, password, database } = server.address;
    const url = `postgres://${user}:${password}@localhost/${database}?host=${encodeURIComponent(host)}`;
    const zeus = await start({ env: { DATABASE_URL: url } });
    await server.stop();
    await vi.waitFor(async () => expect(await readiness(zeus)).toBe(503), { timeout: 20_000 });
    expect(await (await fetch(`${zeus.address}/readyz`)).json()).toMatchObject({ error: 'database-unavailable' });
    expect((await fetch(`${zeus.address}/healthz`)).status).toBe(200);
    const back = await startEmbeddedPostgres(options);
    await vi.waitFor(async () => expect(await readiness(zeus)).toBe(200), { timeout: 40_000 });
    expect(await zeus.end()).toBe(0);
    await back.stop();
  });
});
