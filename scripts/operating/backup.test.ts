// The two commands as an operator runs them, on an embedded database in its own home folder.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../server/platform/db.ts';
import { embeddedServerOptions } from '../../server/platform/embedded-postgres/configured.ts';
import { startEmbeddedPostgres } from '../../server/platform/embedded-postgres/start.ts';
import { bareEnv } from '../../server/test/bare-env.ts';
import { copyReadyHome } from '../../server/test/ready-home.ts';

let home: string;
let file: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'zeus-scripts-'));
  file = join(home, 'zeus.backup');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function run(script: 'backup' | 'restore', ...args: string[]) {
  // Set here, so that the project's .env does not count.
  const env = { ...bareEnv, NODE_ENV: 'development', DATABASE_URL: '', ZEUS_SECRET: '', ZEUS_HOME: home };
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, `${script}.ts`), ...args], {
    env,
    encoding: 'utf8',
  });
  return { status, said: `${stdout}${stderr}`.trim() };
}

async function withServer(work: (db: Database) => Promise<void>): Promise<void> {
  const server = await startEmbeddedPostgres({ ...embeddedServerOptions({ home }), durable: false, log: () => {} });
  const db = openDatabase(server.address, { poolSize: 1 });
  try {
    await work(db);
  } finally {
    await db.close();
    await server.stop();
  }
}

test('backs up while Zeus is running or stopped, and restores while it is stopped', async () => {
  rmSync(home, { recursive: true });
  await copyReadyHome(home);
  await withServer(async (db) => {
    await db.sql`insert into mailbox (recipient, subject, text) values ('ann', 'Hello', 'é')`;
    expect(run('backup', file)).toMatchObject({
      status: 0,
      said: expect.stringMatching(
        /^Backed up \d+ rows of \d+ tables to .*zeus\.backup\.\nNot included, so back these up too: .*secrets\.json and .*files\.$/,
      ),
    });
    expect(run('restore', file, '--replace')).toMatchObject({
      status: 1,
      said: expect.stringMatching(/^Another Zeus \(pid \d+\) is already running/),
    });
  });
  expect(run('backup', `${file}2`)).toMatchObject({ status: 0 });
  expect(run('restore', file)).toMatchObject({
    status: 1,
    said: expect.stringMatching(/^The database is not empty \(public\.mailbox\)\. Add --replace/),
  });

  renameSync(join(home, 'postgres'), join(home, 'old'));
  expect(run('restore', file)).toMatchObject({
    status: 0,
    said: expect.stringMatching(/^Restored \d+ rows of \d+ tables, as they were at 20/),
  });
  expect(run('restore', `${file}2`, '--replace')).toMatchObject({ status: 0 });
  await withServer(async ({ sql }) => {
    expect(await sql`select recipient, text from mailbox`).toEqual([{ recipient: 'ann', text: 'é' }]);
  });
}, 300_000);

test('says what is missing', () => {
  expect(run('backup')).toEqual({ status: 1, said: 'Usage: npm run backup -- FILE' });
  expect(run('restore')).toMatchObject({
    status: 1,
    said: expect.stringMatching(/^Usage: npm run restore -- FILE \[--replace\]/),
  });
  expect(run('restore', file, '--force')).toMatchObject({ status: 1, said: expect.stringMatching(/^Usage/) });
  expect(run('backup', file)).toMatchObject({ status: 1, said: expect.stringMatching(/^There is no database in /) });
});
