import { existsSync, mkdirSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openForTests } from '../../test/for-tests.ts';
import {
  cleanUp,
  endProcess,
  makeCluster,
  query,
  serverPid,
  start,
  startFailure,
  startHolding,
  temporaryFolder,
  until,
} from './test-server.ts';

const cluster = openForTests(makeCluster);
afterEach(cleanUp);

test('a new folder becomes a UTF-8 database, whatever LANG says, with a password, on a socket only, and is left clean', async () => {
  vi.stubEnv('LANG', 'xx_XX.UTF-8');
  vi.stubEnv('LC_ALL', undefined);
  onTestFinished(() => void vi.unstubAllEnvs());
  const home = temporaryFolder();
  const dataDir = join(home, 'inner', 'postgres');
  const server = await start({ dataDir, durable: true });
  expect(server.address).toMatchObject({ host: dataDir, user: 'zeus', database: 'zeus' });
  const [row] = await query(
    server.address,
    `select upper('é') as upper, length('日本') as length, 'Z' < 'a' as by_code, current_setting('server_encoding') as encoding,
      current_setting('listen_addresses') as tcp, current_setting('fsync') as fsync, current_setting('max_connections') as connections,
      (select rolsuper from pg_roles where rolname = current_user) as superuser,
      (select bool_and(auth_method = 'scram-sha-256') from pg_hba_file_rules) as all_by_password`,
  );
  expect(row).toEqual({
    upper: 'É',
    length: 2,
    by_code: true,
    encoding: 'UTF8',
    tcp: '',
    fsync: 'on',
    connections: '100',
    superuser: true,
    all_by_password: true,
  });
  await expect(query({ ...server.address, password: 'guess' }, 'select 1')).rejects.toThrow(/password authentication/);
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  await Promise.all([server.stop(), server.stop()]);
  await server.stop();
  expect(readdirSync(dataDir).filter((file) => /postmaster\.pid|PGSQL|zeus/.test(file))).toEqual([]);
  expect(readdirSync(join(home, 'inner')).sort()).toEqual(['postgres', 'postgres.lock']);
});

describe('refuses an unusable folder with a clear message', () => {
  test('when the password is not the one it was created with', async () => {
    const dataDir = cluster.copy();
    expect(await startFailure({ dataDir, password: 'another' })).toMatch(
      /^OperatorError: The stored password for the database in .* Restore its secrets file/,
    );
    await start({ dataDir });
  });

  test('when another version of PostgreSQL made it', async () => {
    const dataDir = cluster.copy();
    writeFileSync(join(dataDir, 'PG_VERSION'), '16\n');
    expect(await startFailure({ dataDir })).toMatch(
      /created by PostgreSQL 16, and this Zeus comes with PostgreSQL 18\. Run "npm run upgrade-database"/,
    );
  });

  test('when it contains something else', async () => {
    const dataDir = join(temporaryFolder(), 'postgres');
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'letter.txt'), 'dear');
    expect(await startFailure({ dataDir })).toMatch(/OperatorError: .* holds files but no database\. Move them away/);
    expect(readdirSync(dataDir)).toEqual(['letter.txt']);
  });

  test('when the database is damaged', async () => {
    const dataDir = cluster.copy();
    writeFileSync(join(dataDir, 'global', 'pg_control'), 'x'.repeat(8192));
    expect(await startFailure({ dataDir })).toMatch(/OperatorError: .*Details:/s);
  });

  test('when its path goes through a file, or is not writable', async () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    expect(await startFailure({ dataDir: join(file, 'zeus', 'postgres') })).toMatch(
      /^OperatorError: .* cannot be a folder, because a part of its path is a file/,
    );
    expect(await startFailure({ dataDir: '/proc/zeus/postgres' })).toMatch(/^OperatorError: .*\/proc\/zeus/);
  });
});

test('puts the socket elsewhere if the path is too long', async () => {
  const dataDir = join(temporaryFolder(), 'long-'.repeat(20));
  renameSync(cluster.copy(), dataDir);
  const server = await start({ dataDir });
  const { host } = server.address;
  expect(host).not.toBe(dataDir);
  expect(statSync(host).mode & 0o777).toBe(0o700);
  expect(await query(server.address, 'select 1 as one')).toEqual([{ one: 1 }]);

  process.kill(serverPid(dataDir), 'SIGKILL');
  await new Promise<string>((resolve) => server.onExit(resolve));
  const again = await start({ dataDir });
  expect(again.address).toEqual(server.address);
  await again.stop();
  expect(existsSync(host)).toBe(false);
});

test('a set-up killed halfway does not block the next one, also in an empty folder, and leaves no password behind', async () => {
  const home = temporaryFolder();
  const dataDir = join(home, 'postgres');
  const options = { dataDir, force: { dieWithParent: false } };
  const { child } = startHolding(options);
  await until(() => readdirSync(home).some((name) => name.startsWith('postgres.new-')));
  await endProcess(child, 'SIGKILL');
  expect(existsSync(dataDir)).toBe(false);
  mkdirSync(dataDir);
  await start(options);
  expect(readdirSync(home).sort()).toEqual(['postgres', 'postgres.lock', 'postgres.lock.pid']);
});
