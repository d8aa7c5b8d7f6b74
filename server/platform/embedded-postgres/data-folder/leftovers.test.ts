import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { openForTests } from '../../../test/for-tests.ts';
import type { EmbeddedPostgres } from '../start.ts';
import {
  cleanUp,
  endProcess,
  holdServer,
  isAlive,
  makeCluster,
  query,
  serverPid,
  start,
  startFailure,
  startHolding,
  until,
} from '../test-server.ts';

const cluster = openForTests(makeCluster);
afterEach(cleanUp);

const exitOf = (server: EmbeddedPostgres) => new Promise<string>((resolve) => server.onExit(resolve));
const fill = 'create table kept as select generate_series(1, 1000) as n';

describe('two starts on one folder', () => {
  test('refuses the second with the pid of the first, which keeps running', async () => {
    const dataDir = cluster.copy();
    const { child, address } = await holdServer({ dataDir });
    const pid = serverPid(dataDir);
    expect(await startFailure({ dataDir })).toMatch(
      new RegExp(`^OperatorError: Another Zeus \\(pid ${child.pid}\\) is already running on .* ZEUS_HOME`),
    );
    expect(serverPid(dataDir)).toBe(pid);
    expect(await query(address, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('exactly one of several concurrent starts wins', async () => {
    const dataDir = cluster.copy();
    const answers = await Promise.all([1, 2, 3].map(() => startHolding({ dataDir }).answer));
    expect(answers.filter(({ address }) => address)).toHaveLength(1);
    expect(answers.filter(({ error }) => error?.includes('already running'))).toHaveLength(2);
  });
});

describe('after kill -9 of Zeus', () => {
  test('the next start stops the orphaned server, and nothing is lost', async () => {
    const dataDir = cluster.copy();
    const { child, address } = await holdServer({ dataDir, force: { dieWithParent: false } });
    await query(address, fill);
    const orphan = serverPid(dataDir);
    await endProcess(child, 'SIGKILL');
    expect(isAlive(orphan)).toBe(true);
    const said: string[] = [];
    const server = await start({ dataDir, log: (line) => said.push(line) });
    expect(isAlive(orphan)).toBe(false);
    expect(said[0]).toBe(`stopping the PostgreSQL server (pid ${orphan}) that an earlier Zeus left running`);
    expect(said.join('\n')).not.toMatch(/not properly shut down/);
    expect(await query(server.address, 'select count(*)::int from kept')).toEqual([{ count: 1000 }]);
  });

  test.runIf(process.platform === 'linux')(
    'the server stops by itself where the system can do that',
    async (context) => {
      const dataDir = cluster.copy();
      const { child } = await holdServer({ dataDir });
      const pid = serverPid(dataDir);
      if (!existsSync('/usr/bin/setpriv')) context.skip('this system has no setpriv');
      await endProcess(child, 'SIGKILL');
      await until(() => !isAlive(pid));
      await until(() => !existsSync(join(dataDir, 'postmaster.pid')));
    },
  );
});

describe('after kill -9 of the server', () => {
  test('reports its end, and restarts at once with every committed row', async () => {
    const dataDir = cluster.copy();
    const server = await start({ dataDir, durable: true });
    await query(server.address, fill);
    const exit = exitOf(server);
    process.kill(serverPid(dataDir), 'SIGKILL');
    expect(await exit).toMatch(/^PostgreSQL on .* stopped by itself\.\n.*signal SIGKILL/s);
    expect(await exitOf(server)).toBe(await exit);
    const again = await start({ dataDir });
    expect(again.address).toEqual(server.address);
    expect(await query(again.address, 'select count(*)::int from kept')).toEqual([{ count: 1000 }]);
    await server.stop();
    expect(await query(again.address, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('a query that is still busy does not block the next start', async () => {
    const dataDir = cluster.copy();
    const server = await start({ dataDir });
    const busy = query(server.address, 'do $$ begin loop null; end loop; end $$').catch((error: Error) => error);
    await until(
      async () => (await query(server.address, `select from pg_stat_activity where query like 'do %'`)).length === 1,
    );
    const exit = exitOf(server);
    process.kill(serverPid(dataDir), 'SIGKILL');
    await exit;
    const again = await start({ dataDir });
    expect(await query(again.address, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(await busy).toBeInstanceOf(Error);
  });
});

test('a pid file that names another living process is stale, and that process is left alone', async () => {
  const dataDir = cluster.copy();
  const stranger = spawn('sleep', ['600'], { cwd: dataDir });
  const pidFile = `${stranger.pid}\n${dataDir}\n1700000000\n5432\n${dataDir}\n\n  5432001         0\nready   \n`;
  writeFileSync(join(dataDir, 'postmaster.pid'), pidFile);
  writeFileSync(join(dataDir, '.s.PGSQL.5432.lock'), pidFile);
  onTestFinished(() => endProcess(stranger, 'SIGKILL'));
  await start({ dataDir });
  expect(isAlive(Number(stranger.pid))).toBe(true);
});

test('an empty or truncated pid file does not block the start', async () => {
  const dataDir = cluster.copy();
  writeFileSync(join(dataDir, 'postmaster.pid'), '');
  const server = await start({ dataDir });
  expect(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8')).toMatch(/^\d+\n/);
  await server.stop();
});
