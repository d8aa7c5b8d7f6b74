// A ZooKeeper on loopback for ClickHouse's replicas: a real server with a folder and a port of its own.
import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { findZooKeeper } from './clickhouse-place.ts';
import { freePort } from './free-port.ts';
import { type StopServer, startServer } from './server-process.ts';

export interface TestZooKeeper {
  port: number;
  stop: StopServer;
}

/** `npm test` prints why, if there is none. */
export const hasZooKeeper: boolean = findZooKeeper() !== null;

/**
 * For how long ZooKeeper takes a killed ClickHouse for alive. Less would save no time: started again meanwhile, ClickHouse retries after
 * ten seconds. And servers must not be taken for dead while other programs keep every core busy.
 */
export const sessionMs = 6_000;

const options = [
  ...['-Xmx128m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-XX:-UsePerfData'],
  ...['-Dzookeeper.forceSync=no', '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn'],
];

/** `java`: with ZooKeeper's classes. */
export async function startTestZooKeeper(folder: string, java = findZooKeeper() ?? ''): Promise<TestZooKeeper> {
  const port = await freePort();
  await mkdir(folder, { recursive: true });
  const settings = [
    ...[`dataDir=${folder}/data`, `clientPort=${port}`, 'clientPortAddress=127.0.0.1', 'admin.enableServer=false'],
    // Sessions may last 20 ticks.
    'tickTime=500',
  ];
  await writeFile(join(folder, 'zoo.cfg'), `${settings.join('\n')}\n`);
  const stop = await startServer({
    ...{ name: 'ZooKeeper', folder, answers: () => answers(port) },
    command: [java, ...options, 'org.apache.zookeeper.server.ZooKeeperServerMain', './zoo.cfg'],
  });
  return { port, stop };
}

/** Asked before it has read its data, ZooKeeper 3.8 may log an error and leave the connection open. */
async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  socket.setTimeout(1_000, () => socket.destroy());
  socket.end('srvr');
  return (await text(socket).catch(() => '')).includes('Mode: standalone');
}
