// Where tests and benchmarks find ClickHouse, and the ZooKeeper that its replicas need.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Ignored by git, kept by `npm ci`. */
export const clickhouseFolder: string = resolve(import.meta.dirname, '../../.clickhouse');

export const unpackedClickHouse = (folder: string): string => join(folder, 'debian', 'clickhouse-server');

/**
 * Debian's server, which scripts/clickhouse/install-clickhouse.ts extracts. Null if this machine has none. Whether it starts was
 * checked when it was installed.
 */
export const findClickHouse = (): string | null =>
  [unpackedClickHouse(clickhouseFolder), '/usr/sbin/clickhouse-server', '/usr/bin/clickhouse-server'].find(
    existsSync,
  ) ?? null;

/** A current ClickHouse that runs in the process of a test: the library of npm's chdb, which scripts/clickhouse/install-chdb.ts installs. */
export const chdbFolder: string = join(clickhouseFolder, 'chdb');

export const chdbIn = (folder: string): string => join(folder, 'libchdb.so');

/** Null if this machine has none. Whether it loads was checked when it was installed. */
export const findChdb = (): string | null => [chdbIn(chdbFolder)].find(existsSync) ?? null;

export const zookeeperFolder: string = join(clickhouseFolder, 'zookeeper');

export const unpackedZooKeeper = (folder: string): string => join(folder, 'debian', 'zookeeper-java');

/** Java with the classes of Debian's ZooKeeper, which scripts/clickhouse/install-zookeeper.ts extracts. Null if this machine has none. */
export const findZooKeeper = (): string | null => [unpackedZooKeeper(zookeeperFolder)].find(existsSync) ?? null;
