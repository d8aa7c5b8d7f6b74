// Extracts Debian's ZooKeeper and Java into .clickhouse/zookeeper/, for tests of ClickHouse's replicas. Needs apt, but not root: 46 MB to
// download, 190 MB on disk. Safe to repeat, even concurrently.
import { join } from 'node:path';
import { findZooKeeper, unpackedZooKeeper, zookeeperFolder } from '../../server/test/clickhouse-place.ts';
import { startTestZooKeeper } from '../../server/test/zookeeper.ts';
import { lackOfApt } from '../debian/install-packages.ts';
import { unpackPackages, writeStartScript } from '../debian/unpack-packages.ts';
import { ensureInstalled } from './ensure-installed.ts';

/** What a single server loads. All that Debian's `zookeeper` depends on would be 166 MB to download. */
const packages = [
  ...['openjdk-17-jre-headless', 'libzookeeper-java'],
  ...['libdropwizard-metrics-java', 'libslf4j-java', 'libsnappy-java'],
];
const jars = ['zookeeper', 'zookeeper-jute', 'metrics-core', 'slf4j-api', 'slf4j-simple', 'snappy-java'];

/** The path of Java with ZooKeeper's classes, or why there is none. */
export const ensureZooKeeper = () =>
  ensureInstalled({ find: findZooKeeper, obstacle: lackOfApt, folder: zookeeperFolder, install });

const install = (folder: string): Promise<void> =>
  unpackPackages(
    {
      ...{ folder, packages, addStart },
      starts: async (place) => {
        const { stop } = await startTestZooKeeper(join(place, 'tried'), unpackedZooKeeper(place));
        await stop();
        return true;
      },
    },
    ['none'],
  );

const addStart = (debian: string, libraries: readonly string[]): Promise<void> =>
  writeStartScript(debian, {
    name: 'zookeeper-java',
    program: `usr/lib/jvm/java-17-openjdk-${process.arch === 'x64' ? 'amd64' : process.arch}/bin/java`,
    libraries,
    more: `export CLASSPATH="${jars.map((name) => `$here/root/usr/share/java/${name}.jar`).join(':')}"\n`,
  });
