// A ClickHouse cluster of two shards on loopback, for tests and benchmarks: real servers with folders and ports of their own. Each
// shard is one server, or two replicas with a ZooKeeper.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ClickHouseAddress, parseClickHouseUrl } from '../platform/settings/clickhouse-url.ts';
import { findClickHouse } from './clickhouse-place.ts';
import { freePort } from './free-port.ts';
import { type StopServer, startServer } from './server-process.ts';
import { sessionMs, startTestZooKeeper, type TestZooKeeper } from './zookeeper.ts';

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
  /** Null while it doesn't run. */
  stop: StopServer | null;
}

/** `npm test` prints why, if there is no server. */
export const hasClickHouse: boolean = findClickHouse() !== null;

export interface ClickHouseOptions {
  isReplicated?: boolean;
  /** More in the configuration of each server, as XML. */
  config?: string;
}

export async function startTestClickHouse(options: ClickHouseOptions = {}): Promise<TestClickHouse> {
  const { isReplicated = false, config = '' } = options;
  const folder = await mkdtemp(join(tmpdir(), 'zeus-clickhouse-'));
  const nodes: Node[] = [];
  let zookeeper: TestZooKeeper | null = null;
  const stop = async () => {
    await Promise.all([...nodes.map(stopNode), zookeeper?.stop()]);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    if (isReplicated) zookeeper = await startTestZooKeeper(join(folder, 'zookeeper'));
    const replicas = isReplicated ? [0, 1] : [0];
    for (const shard of [0, 1]) {
      for (const replica of replicas) nodes.push(await newNode(join(folder, `${shard}-${replica}`), shard, replica));
    }
    await Promise.all(nodes.map((node) => writeConfig(node, nodes, zookeeper, config)));
    await startAll(nodes);
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

/** Throws when each has either started or failed, so that all can be stopped. */
async function startAll(nodes: readonly Node[]): Promise<void> {
  const starts = await Promise.allSettled(nodes.map(startNode));
  for (const start of starts) if (start.status === 'rejected') throw start.reason;
}

async function newNode(folder: string, shard: number, replica: number): Promise<Node> {
  await mkdir(join(folder, 'data'), { recursive: true });
  const ports = { http: await freePort(), tcp: await freePort(), interserver: await freePort() };
  return { folder, shard, replica, ...ports, stop: null };
}

async function writeConfig(
  { folder, http, tcp, ...own }: Node,
  nodes: readonly Node[],
  zookeeper: TestZooKeeper | null,
  more: string,
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
  ${zookeeper === null ? '' : replication(zookeeper, own)}
  ${more}
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

const replication = ({ port }: TestZooKeeper, { shard, replica, interserver }: Omit<Node, 'folder' | 'http' | 'tcp'>) =>
  `<zookeeper>
    <node><host>127.0.0.1</host><port>${port}</port></node><session_timeout_ms>${sessionMs}</session_timeout_ms>
  </zookeeper>
  <macros><shard>${shard}</shard><replica>${replica}</replica></macros>
  <interserver_http_host>127.0.0.1</interserver_http_host><interserver_http_port>${interserver}</interserver_http_port>`;

async function startNode(node: Node): Promise<void> {
  node.stop = await startServer({
    ...{ name: 'ClickHouse', folder: node.folder, answers: () => answers(node) },
    command: [findClickHouse() ?? '', '--config-file=config.xml'],
  });
}

async function answers({ http }: Node): Promise<boolean> {
  return fetch(`http://127.0.0.1:${http}/ping`).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function stopNode(node: Node): Promise<void> {
  await node.stop?.();
  node.stop = null;
}
