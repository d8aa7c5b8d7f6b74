import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { openConfiguredDatabase } from './open-database.ts';
import { loadConfig } from './platform/config.ts';
import { embeddedServerOptions } from './platform/embedded-postgres/configured.ts';
import { cleanUp, endProcess, holdServer } from './platform/embedded-postgres/test-server.ts';

test('logs what Zeus does with the embedded database, which has connections for large pools', {
  timeout: 120_000,
}, async () => {
  onTestFinished(cleanUp);
  const home = mkdtempSync(join(tmpdir(), 'zeus-open-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const { child } = await holdServer({ ...embeddedServerOptions({ home }), force: { dieWithParent: false } });
  await endProcess(child, 'SIGKILL');

  const said: string[] = [];
  const log = pino({ level: 'info' }, { write: (line) => said.push((JSON.parse(line) as { msg: string }).msg) });
  const env = { NODE_ENV: 'test', ZEUS_HOME: home, ZEUS_SECRET: 's'.repeat(32), DATABASE_POOL_SIZE: '90' };
  const { db, close } = await openConfiguredDatabase(loadConfig(env), log);
  onTestFinished(close);
  expect(said).toEqual([
    expect.stringMatching(/^stopping the PostgreSQL server \(pid \d+\) that an earlier Zeus left running$/),
  ]);
  expect(await db.sql`show max_connections`).toEqual([{ max_connections: '200' }]);
});
