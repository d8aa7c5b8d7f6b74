// A ClickHouse cluster of two shards on loopback, for tests and benchmarks: real servers with folders and ports of their own. With a
// ZooKeeper, each shard has two replicas.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type ClickHouseAddress, parseClickHouseUrl } from '../platform/settings/clickhouse-url.ts';
import { findClickHouse } from './clickhouse-place.ts';

export interface TestClickHouse {
  /** As an operator writes it into INDEX_URL. */
  url: string;
  address: ClickHouseAddress;
  /** Kills a shard's only server or one of its replicas, and starts it again. */
  stopShard(index: 0 | 1, replica?: 0 | 1): Promise<void>;
  startShard(index: 0 | 1, replica?: 0 | 1): Promise<void>;
  stop(): Promise<void>;
}

interface Node {
  folder: string;
  shard: number;
  replica: number;
  http: number;
  tcp: number;
  /** Between replicas. */
  interserver: number;
  child: ChildProcess | null;
}

/** `npm test` prints why, if there is no server. */
export const hasClickHouse: boolean = findClickHouse() !== null;

/** `host:port` of a ZooKeeper or ClickHouse Keeper that tests of replicas may use; they are skipped without one. */
export const testZooKeeper: string | undefined = process.env.TEST_ZOOKEEPER;

/** `zookeeper`: two replicas of each shard instead of one server. */
export async function startTestClickHouse({ zookeeper }: { zookeeper?: string } = {}): Promise<TestClickHouse> {
  const folder = await mkdtemp(join(tmpdir(), 'zeus-clickhouse-'));
  const replicas = zookeeper === undefined ? [0] : [0, 1];
  const nodes = await Promise.all(
    [0, 1].flatMap((shard) => replicas.map((replica) => newNode(join(folder, `${shard}-${replica}`), shard, replica))),
  );
  await Promise.all(nodes.map((node) => writeConfig(node, nodes, zookeeper)));
  const stop = async () => {
    await Promise.all(nodes.map(stopNode));
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await Promise.all(nodes.map(startNode));
  } catch (error) {
    await stop();
    throw error;
  }
  const hosts = nodes.map(({ http }) => `127.0.0.1:${http}`).join(',');
  const url = `clickhouse://${hosts}/zeus?cluster=two`;
  const address = parseClickHouseUrl(url);
  if (address === null) throw new Error(`not an INDEX_URL: ${url}`);
  const at = (index: number, one: number) =>
    nodes.find(({ shard, replica }) => shard === index && replica === one) as Node;
  return {
    ...{ url, address, stop },
    stopShard: (index, replica = 0) => stopNode(at(index, replica)),
    startShard: (index, replica = 0) => startNode(at(index, replica)),
  };
}

async function newNode(folder: string, shard: number, replica: number): Promise<Node> {
  await mkdir(join(folder, 'data'), { recursive: true });
  const ports = { http: await freePort(), tcp: await freePort(), interserver: await freePort() };
  return { folder, shard, replica, ...ports, child: null };
}

/** Outside the range of outgoing connections, so that it is still free when a server is started again. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 20_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}

async function writeConfig(
  { folder, http, tcp, ...own }: Node,
  nodes: readonly Node[],
  zookeeper?: string,
): Promise<void> {
  const replica = (node: Node) => `<replica><host>127.0.0.1</host><port>${node.tcp}</port></replica>`;
  const byShard = Map.groupBy(nodes, ({ shard }) => shard);
  const shards = [...byShard.values()].map(
    (of) => `<shard><internal_replication>true</internal_replication>${of.map(replica).join('')}</shard>`,
  );
  await writeFile(
    join(folder, 'config.xml'),
    `<?xml version="1.0"?>
<yandex>
  <logger><level>warning</level><console>1</console></logger>
  <listen_host>127.0.0.1</listen_host><http_port>${http}</http_port><tcp_port>${tcp}</tcp_port>
  <path>${folder}/data/</path><tmp_path>${folder}/tmp/</tmp_path>
  <users_config>${folder}/users.xml</users_config>
  <default_profile>default</default_profile><default_database>default</default_database>
  <mark_cache_size>67108864</mark_cache_size>
  <remote_servers><two>${shards.join('')}</two></remote_servers>
  ${zookeeper === undefined ? '' : replication(zookeeper, folder, own)}
</yandex>
`,
  );
  await writeFile(
    join(folder, 'users.xml'),
    `<?xml version="1.0"?>
<yandex>
  <profiles><default></default></profiles><quotas><default></default></quotas>
  <users><default>
    <password></password><networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota>
  </default></users>
</yandex>
`,
  );
}

/** The name of the shard is a path in ZooKeeper, where earlier tests have left theirs. */
function replication(
  zookeeper: string,
  folder: string,
  { shard, replica, interserver }: Omit<Node, 'folder' | 'http' | 'tcp'>,
) {
  const [host, port] = zookeeper.split(':');
  const cluster = basename(dirname(folder));
  return `<zookeeper><node><host>${host}</host><port>${port}</port></node></zookeeper>
  <macros><shard>${cluster}-${shard}</shard><replica>${replica}</replica></macros>
  <interserver_http_host>127.0.0.1</interserver_http_host><interserver_http_port>${interserver}</interserver_http_port>`;
}

// The shell kills the server as soon as its own input ends, which also happens when this process is killed.
const killedWithUs = '"$@" >server.log 2>&1 & server=$!; cat >/dev/null; kill -9 $server; wait $server';

async function startNode(node: Node): Promise<void> {
  const args = ['-c', killedWithUs, 'sh', findClickHouse() ?? '', '--config-file=config.xml'];
  // What the last start has logged says nothing about this one.
  await rm(join(node.folder, 'server.log'), { force: true });
  const child = spawn('sh', args, { cwd: node.folder, stdio: ['pipe', 'ignore', 'ignore'] });
  node.child = child;
  while (!(await answers(node))) {
    if (await hasFailed(node)) throw new Error(`ClickHouse does not start: ${await logOf(node)}`);
    await wait(50);
  }
}

async function answers({ http }: Node): Promise<boolean> {
  return fetch(`http://127.0.0.1:${http}/ping`).then(
    ({ ok }) => ok,
    () => false,
  );
}

const logOf = ({ folder }: Node): Promise<string> => readFile(join(folder, 'server.log'), 'utf8').catch(() => '');

/** The shell keeps waiting if the server ends. A replica that was killed may start before ZooKeeper has noticed that it ended. */
async function hasFailed(node: Node): Promise<boolean> {
  const log = await logOf(node);
  return /Exception|error while loading|not found|Address already in use/.test(log) && !log.includes('already active');
}

async function stopNode(node: Node): Promise<void> {
  const { child } = node;
  node.child = null;
  if (child === null || child.exitCode !== null) return;
  const closed = new Promise((resolve) => child.once('close', resolve));
  child.stdin?.end();
  await closed;
}
