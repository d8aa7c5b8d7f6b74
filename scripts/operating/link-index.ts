// `npm run index -- COMMAND`: loads the open link index from Common Crawl's files. docs/link-index.md explains it.
import { parseArgs } from 'node:util';
import { gigabytes, measureDisk } from '../../server/engine/index/common-crawl/disk-budget.ts';
import { dropRelease } from '../../server/engine/index/common-crawl/drop-release.ts';
import { readManifest } from '../../server/engine/index/common-crawl/graph/files/graph-files.ts';
import { readPagesLoaded } from '../../server/engine/index/common-crawl/pages/page-parts.store.ts';
import { makePlan } from '../../server/engine/index/common-crawl/plan.ts';
import {
  type GraphRelease,
  listCrawls,
  listGraphs,
} from '../../server/engine/index/common-crawl/releases/list-releases.ts';
import { readReleases, requestPause } from '../../server/engine/index/common-crawl/releases/releases.store.ts';
import {
  type CrawlSource,
  openCrawlSource,
  SourceUnavailable,
} from '../../server/engine/index/common-crawl/source/crawl-source.ts';
import { engineFor } from '../../server/engine/index/engine/engine-for.ts';
import { engineNameOf } from '../../server/engine/index/engine/release-engine.ts';
import type { Config } from '../../server/platform/config.ts';
import type { Database } from '../../server/platform/db.ts';
import { OperatorError } from '../../server/platform/operator-error.ts';
import { parseSize } from '../../server/platform/settings/byte-size.ts';
import { readConfig, runForOperator, withMigratedDatabase } from './configured-database.ts';
import { addGraph } from './link-index-graph.ts';
import { addPages } from './link-index-pages.ts';
import { addRanks } from './link-index-ranks.ts';

const usage =
  'npm run index -- releases | plan --disk 50GB --bandwidth 100Mbit | add ranks [--rows N] [--release R] | ' +
  'add graph [--release R] | add pages N [--release R] | pause | status | drop RELEASE';

const options = {
  disk: { type: 'string' },
  bandwidth: { type: 'string', default: '100Mbit' },
  rows: { type: 'string' },
  release: { type: 'string' },
} as const;

runForOperator(async () => {
  const { values, positionals } = readArguments();
  const config = readConfig();
  const [command, what, count] = positionals;
  const source = openCrawlSource(config.linkIndex.source, `+${config.web.siteUrl}`);
  try {
    if (command === 'releases') await showReleases(source);
    else if (command === 'plan') showPlan(config, values);
    else if (command === 'add' && what === 'ranks') {
      await withIndex(config, (db) => addRanks(config, { db, source }, values));
    } else if (command === 'add' && what === 'graph') {
      await withIndex(config, (db) => addGraph(config, { db, source }, values));
    } else if (command === 'add' && what === 'pages' && count) {
      await withIndex(config, (db) =>
        addPages(config, { db, engine: engineFor(db, config.linkIndex), source }, { ...values, count }),
      );
    } else if (command === 'pause') await withIndex(config, pause);
    else if (command === 'status') await withIndex(config, (db) => showStatus(config, db));
    else if (command === 'drop' && what) {
      const { folder } = config.linkIndex;
      await withIndex(config, (db) =>
        dropRelease({ db, engine: engineFor(db, config.linkIndex) }, { name: what, folder }),
      );
    } else throw new OperatorError(usage);
  } catch (error) {
    if (!(error instanceof SourceUnavailable)) throw error;
    throw new OperatorError(`${error.message} Run the same command later to continue.`);
  } finally {
    await source.close();
  }
});

/** Throws OperatorError for an unknown option. */
function readArguments() {
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw new OperatorError(usage, { cause: error });
  }
}

function withIndex(config: Config, use: (db: Database) => Promise<void>): Promise<void> {
  return withMigratedDatabase(config, 'index', use);
}

async function showReleases(source: CrawlSource): Promise<void> {
  const lists = await Promise.allSettled([listCrawls(source), listGraphs(source)]);
  const [crawls, graphs] = lists;
  if (crawls.status === 'rejected' && graphs.status === 'rejected') throw crawls.reason;
  // A partial mirror may have only one of them.
  for (const list of lists) if (list.status === 'rejected') console.log(problemOf(list.reason));
  if (crawls.status === 'fulfilled') {
    console.log(`Crawls at ${source.name}: ${crawls.value.slice(0, 12).join(', ') || 'none'}`);
  }
  if (graphs.status === 'fulfilled') showGraphs(graphs.value);
}

function showGraphs(graphs: readonly GraphRelease[]): void {
  console.log('Web graphs, for ranks and the domain graph:');
  for (const { id, nodes, edges } of graphs.slice(0, 12)) {
    console.log(`  ${id}  ${(nodes / 1e6).toFixed(1)} million domains, ${(edges / 1e6).toFixed(0)} million links`);
  }
}

/** Throws what is not for the operator. */
function problemOf(error: unknown): string {
  if (error instanceof OperatorError || error instanceof SourceUnavailable) return error.message;
  throw error;
}

function showPlan(config: Config, { disk, bandwidth }: { disk?: string; bandwidth: string }): void {
  const diskBytes = disk === undefined ? config.linkIndex.diskBytes : parseSize(disk);
  const [, number, unit = ''] = /^(\d+(?:\.\d+)?)\s*([MG])bit$/i.exec(bandwidth) ?? [];
  const bitsPerSecond = Number(number) * (unit.toUpperCase() === 'G' ? 1e9 : 1e6);
  if (!(diskBytes > 0)) throw new OperatorError('--disk: a size such as 50GB');
  if (!(bitsPerSecond > 0)) throw new OperatorError('--bandwidth: a rate such as 100Mbit');
  console.log(`With ${gigabytes(diskBytes)} of disk at ${bandwidth}/s:`);
  for (const line of makePlan({ diskBytes, bitsPerSecond })) {
    const temporary = line.temporaryBytes > 0 ? ` (+${gigabytes(line.temporaryBytes)} while loading)` : '';
    const time = line.hours < 1 ? `${Math.ceil(line.hours * 60)} min` : `${line.hours.toFixed(1)} h`;
    const note = line.fits ? '' : ', DOES NOT FIT';
    console.log(`\n${line.command}${note}: ${line.gives}`);
    console.log(`  download ${gigabytes(line.downloadBytes)}, disk ${gigabytes(line.diskBytes)}${temporary}`);
    console.log(`  ${Math.ceil(line.cpuSeconds / 60)} min of one core, about ${time}`);
  }
}

async function pause(db: Database): Promise<void> {
  const names = await requestPause(db.kysely);
  if (names.length === 0) throw new OperatorError('No pages and no graph are being loaded.');
  console.log(`${names.join(', ')}: loading stops soon. The same \`add\` command continues it.`);
}

async function showStatus(config: Config, db: Database): Promise<void> {
  const releases = await readReleases(db.kysely);
  const engine = engineNameOf(config.linkIndex);
  for (const release of releases) {
    const { kind, name, state, wanted, loaded, skipped, problem, startedAt, finishedAt } = release;
    const when = finishedAt ? `since ${finishedAt.toISOString()}` : `started ${startedAt.toISOString()}`;
    const what = { pages: 'files', graph: 'links', ranks: 'rows' }[kind];
    console.log(`${kind}  ${name}  ${state}  ${loaded} of ${wanted} ${what}, ${skipped} skipped, ${when}`);
    if (problem !== null) console.log(`  stopped: ${problem}`);
    if (kind === 'pages' && loaded > 0 && release.engine !== engine) {
      console.log(release.engine === 'clickhouse' ? notReadWithoutUrl : notReadWithUrl);
    }
  }
  for (const { name, pages, links, files, crawlFiles } of await readPagesLoaded(db.kysely, engine)) {
    const share = ((100 * files) / crawlFiles).toFixed(2);
    console.log(`In use from ${name}: ${pages} pages and ${links} links, ${share}% of the crawl`);
  }
  const graph = releases.find(({ kind, state }) => kind === 'graph' && state === 'ready');
  if (graph) {
    const isHere = (await readManifest(config.linkIndex.folder, graph.name)) !== null;
    const where = isHere ? '' : `, but not in ${config.linkIndex.folder}`;
    console.log(`In use from ${graph.name}: ${graph.loaded} links between ${graph.domains} domains${where}`);
  }
  if (releases.length === 0) console.log('Nothing is loaded. See: npm run index -- plan');
  const { tables, files } = await measureDisk(db.kysely, config.linkIndex.folder);
  const uses = [`${gigabytes(tables)} in the database`, `${gigabytes(files)} in files`];
  if (engine === 'clickhouse') uses.push(await describeRemoteDisk(config, db));
  console.log(`Disk: ${uses.join(', ')}. The limit is ${gigabytes(config.linkIndex.diskBytes)}.`);
}

const notReadWithoutUrl = '  not in use: its pages are in ClickHouse, and INDEX_URL is not set.';
const notReadWithUrl = '  not in use: its pages are in PostgreSQL. Drop it and load it again, or unset INDEX_URL.';

async function describeRemoteDisk(config: Config, db: Database): Promise<string> {
  try {
    return `${gigabytes((await engineFor(db, config.linkIndex).remoteBytes()) ?? 0)} in ClickHouse`;
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return 'an unknown amount in ClickHouse, which could not be reached';
  }
}
