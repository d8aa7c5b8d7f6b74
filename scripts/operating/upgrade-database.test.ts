// The command as an operator runs it, on a cluster created by an older PostgreSQL.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { migrate } from '../../server/platform/database/migrate.ts';
import type { Database } from '../../server/platform/db.ts';
import { binariesFrom } from '../../server/platform/embedded-postgres/upgrade/old-binaries.ts';
import {
  oldPostgresFolder,
  oldVersion,
} from '../../server/platform/embedded-postgres/upgrade/old-postgres-for-test.ts';
import { acquireProcessLock } from '../../server/platform/files/process-lock.ts';
import { createUser } from '../../server/test/build.ts';
import { runScript, scriptEnv, scriptPath } from './test/run-script.ts';
import { withServer } from './test/with-server.ts';

const oldFolder = oldPostgresFolder();
/** A home folder with a filled cluster of the old version; each test works on a copy. */
let filled: string;
let home: string;
let before: Awaited<ReturnType<typeof look>>;

beforeAll(async () => {
  filled = mkdtempSync(join(tmpdir(), 'zeus-old-'));
  const fillAndLook = async (db: Database) => {
    await fillDatabase(db);
    before = await look(db);
  };
  await withServer(filled, fillAndLook, await binariesFrom(oldFolder, oldVersion));
}, 240_000);
afterAll(() => rmSync(filled, { recursive: true, force: true }));
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'zeus-upgrade-'));
  execFileSync('cp', ['-a', `${filled}/.`, home]);
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const run = (...args: string[]) => runScript(['upgrade-database', ...args], scriptEnv(home));

async function fillDatabase(db: Database): Promise<void> {
  await migrate(db);
  await db.sql`insert into jobs (name, payload) values ('campaigns.watch', '{}')`;
  await createUser(db, { email: 7 });
  await db.sql`insert into mailbox (recipient, subject, text) select 'ann', 'Hello', 'é' from generate_series(1, 5)`;
  await db.sql`delete from mailbox where id = 5`;
  await db.pool.query(`create role reader login password 'the password' connection limit 3; grant zeus_web to reader;
    create schema tools; create extension pgcrypto schema tools`);
}

/** What must be the same before and after. */
async function look({ sql }: Database) {
  return {
    mailbox: await sql`select id, recipient, text from mailbox order by id`,
    balances: await sql`select credits, email_credits from profiles`,
    entries: await sql`select kind, delta, reason from credit_entries`,
    jobs: await sql`select name from jobs`,
    walls: await sql`select relname from pg_class where relrowsecurity order by 1`,
    policies: await sql`select tablename, policyname, roles::text from pg_policies order by 1, 2`,
    triggers:
      await sql`select tgrelid::regclass::text, tgname, tgenabled from pg_trigger where not tgisinternal order by 1, 2`,
    indexes: await sql`select indexdef from pg_indexes where schemaname in ('public', 'auth') order by 1`,
    roles:
      await sql`select rolname, rolcanlogin, rolconnlimit, rolpassword from pg_authid where rolname in ('reader', 'zeus_web') order by 1`,
    members: await sql`select m.rolname as member from pg_auth_members a join pg_roles r on r.oid = a.roleid
      join pg_roles m on m.oid = a.member where r.rolname = 'zeus_web' order by 1`,
    extensions:
      await sql`select extname, nspname from pg_extension join pg_namespace n on n.oid = extnamespace order by 1`,
  };
}

/** Checks that the database in the home folder is complete, on the new PostgreSQL. */
async function expectUpgraded(): Promise<void> {
  await withServer(home, async (db) => {
    expect(await db.sql`select current_setting('server_version_num')::int / 10000 as version`).toEqual([
      { version: 18 },
    ]);
    expect(await look(db)).toEqual(before);
    const [row] = await db.sql`insert into mailbox (recipient, subject, text) values ('bob', '', '') returning id`;
    expect(row).toEqual({ id: 6 });
    const address = db.address as Exclude<Database['address'], string>;
    const reader = new pg.Client({ ...address, user: 'reader', password: 'the password' });
    await reader.connect();
    await reader.end();
  });
}

/** Starts the command and kills it while the data is being copied. */
async function runAndKill(): Promise<void> {
  const args = [scriptPath('upgrade-database'), '--from', oldFolder];
  const command = spawn(process.execPath, args, { env: scriptEnv(home), stdio: 'ignore' });
  const ended = once(command, 'exit');
  const isOnItsWay = () => readdirSync(home).some((name) => name.startsWith('postgres.upgrade.backup'));
  while (command.exitCode === null && !isOnItsWay()) await delay(5);
  command.kill('SIGKILL');
  expect(await ended).toEqual([null, 'SIGKILL']);
}

const versionIn = (folder: string) => readFileSync(join(home, folder, 'PG_VERSION'), 'utf8').trim();

test('a start on the old cluster says what to run, and that upgrades everything, even after it was killed', async () => {
  await expect(withServer(home, async () => {})).rejects.toThrow(
    /was created by PostgreSQL 17, and this Zeus comes with PostgreSQL 18\. Run "npm run upgrade-database"/,
  );
  await runAndKill();
  expect(versionIn('postgres')).toBe(oldVersion);
  const { status, said } = run('--from', oldFolder);
  expect(said).toMatch(
    /^Using PostgreSQL 17 from .*\.\nUpgraded from PostgreSQL 17 to 18: \d+ rows\.\nThe old database is in .*postgres\.old-17\. Delete it/,
  );
  expect(status).toBe(0);
  const folders = readdirSync(home).filter((name) => name.startsWith('postgres') && !name.includes('.lock'));
  expect(folders.sort()).toEqual(['postgres', 'postgres.old-17']);
  expect(versionIn('postgres.old-17')).toBe(oldVersion);
  expect(run('--from', oldFolder)).toEqual({ status: 0, said: 'The database needs no upgrade.' });

  // As if killed between its two renames: the new folder is complete, but still has its old name.
  const [data, growing] = [join(home, 'postgres'), join(home, 'postgres.upgrade')];
  renameSync(data, growing);
  copyFileSync(join(growing, 'PG_VERSION'), join(growing, 'zeus-upgrade-complete'));
  await expectUpgraded();
  expect(existsSync(growing)).toBe(false);
  expect(existsSync(join(data, 'zeus-upgrade-complete'))).toBe(false);
}, 240_000);

test('refuses while Zeus is running, and with programs of another version', async () => {
  // All that a running Zeus has on its folder before the database is opened.
  const lock = acquireProcessLock(join(home, 'postgres.lock'));
  expect(run('--from', oldFolder)).toEqual({
    status: 1,
    said: expect.stringMatching(/^Another Zeus \(pid \d+\) is already running/),
  });
  lock.release();
  expect(run('--from', tmpdir())).toMatchObject({ status: 1, said: expect.stringContaining('no program "postgres"') });
  expect(run('--to', '18')).toMatchObject({ status: 1, said: expect.stringMatching(/^Usage/) });
  expect(versionIn('postgres')).toBe(oldVersion);
}, 240_000);
