// Loads the links between all domains of a web graph release into flat files, and then makes them the ones that are read: names, then
// links in buckets by linked domain, then each bucket sorted. A killed load continues at its last checkpoint (load-state.ts). The former
// release is read until the new one is complete.
import { mkdir } from 'node:fs/promises';
import { setInterval } from 'node:timers/promises';
import type { Database } from '../../../../platform/db.ts';
import { OperatorError } from '../../../../platform/operator-error.ts';
import { checkDisk } from '../disk-budget.ts';
import { graphLock, takeLock } from '../load-lock.ts';
import {
  deleteRelease,
  noteGraph,
  openRelease,
  publishRelease,
  type Release,
  readReleases,
} from '../releases/releases.store.ts';
import type { CrawlSource } from '../source/crawl-source.ts';
import { downloadFile, forgetFile, readCrawlFile, toDiskError } from '../source/read-file.ts';
import { buildInbound } from './build-inbound.ts';
import { usualBuckets } from './files/edge-buckets.ts';
import { publishFolder, readManifest, removeOtherGraphs, workFolder } from './files/graph-files.ts';
import { type GraphLoad, graphPath, type LoadGraph } from './graph-load.ts';
import { readState, writeState } from './load-state.ts';
import { readEdges } from './read-edges.ts';
import { readNames } from './read-names.ts';

export type GraphOutcome = 'published' | 'complete' | 'paused';

/** Vertices and edges as compressed bytes; measured for April to June 2026. */
const compressed = { vertex: 7, edge: 3.4 };
/** What the index may grow by until the next checkpoint, per link. */
const bytesPerEdge = 8;

class Paused extends Error {}

/** Throws OperatorError, or SourceUnavailable; run again, it continues. */
export async function loadGraph(db: Database, source: CrawlSource, options: LoadGraph): Promise<GraphOutcome> {
  const { graph, folder } = options;
  const lock = await takeLock(db.address, graphLock, { wait: false });
  if (!lock) throw new OperatorError('Another process is loading or dropping a graph.');
  try {
    const release = await openRelease(db.kysely, {
      ...{ kind: 'graph', name: graph.id, domains: graph.nodes, wanted: Math.max(1, graph.edges) },
    });
    const isHere = (await readManifest(folder, graph.id)) !== null;
    if (release.state === 'ready' && isHere) return 'complete';
    const signal = AbortSignal.any([lock.signal, ...(options.signal ? [options.signal] : [])]);
    if (!isHere) await build(db, source, { ...options, signal }, release, lock.check);
    await publish(db, folder, release);
    return 'published';
  } catch (error) {
    if (error instanceof Paused) return 'paused';
    throw toDiskError(error, folder);
  } finally {
    await lock.release();
  }
}

async function build(
  db: Database,
  source: CrawlSource,
  options: LoadGraph & { signal: AbortSignal },
  release: Release,
  checkLock: () => Promise<void>,
): Promise<void> {
  const { folder, graph, signal, checkpointEdges = 50_000_000 } = options;
  const work = workFolder(folder, graph.id);
  await mkdir(work, { recursive: true });
  const state = await readState(work);
  const load: GraphLoad = {
    options: { buckets: usualBuckets, sortedAtOnce: 8_000_000, ...options, checkpointEdges },
    ...{ db, work, state },
    read: (kind) => readCrawlFile(source, graphPath(graph.id, kind), options),
    async checkpoint() {
      await checkLock();
      signal.throwIfAborted();
      await writeState(work, state);
      // One that is in use is complete on another machine.
      if (release.state === 'loading')
        await noteGraph(db.kysely, release.id, { loaded: state.edges, skipped: state.skipped });
      await checkWanted(db, release);
      await checkDisk(db.kysely, options, state.step === 'edges' ? checkpointEdges * bytesPerEdge : 0);
    },
    report: (progress) => options.onProgress?.({ step: state.step, skipped: state.skipped, ...progress }),
  };
  if (state.step === 'names') {
    await download(load, source, 'vertices');
    await readNames(load);
    await forgetFile(folder, graphPath(graph.id, 'vertices'));
  }
  if (state.step === 'edges') {
    await download(load, source, 'edges');
    await readEdges(load);
  }
  // From here on, the download is not needed.
  await forgetFile(folder, graphPath(graph.id, 'edges'));
  await buildInbound(load);
  const { ids, domains, skipped, ranks, edges } = state;
  await publishFolder(folder, { release: graph.id, ids, domains, links: edges, skipped, ranks });
}

/** The whole file first: then it is read the same way each time, and a checkpoint is a position in it. */
async function download(load: GraphLoad, source: CrawlSource, kind: 'vertices' | 'edges'): Promise<void> {
  if (source.isLocal) return;
  const { options } = load;
  const { graph } = options;
  const expected = kind === 'vertices' ? graph.nodes * compressed.vertex : graph.edges * compressed.edge;
  const onBytes = (done: number) => load.report({ step: 'download', done, expected });
  await whileWanted(load, (signal) => downloadFile(source, graphPath(graph.id, kind), { ...options, signal, onBytes }));
}

/** Checks at intervals, even while no bytes arrive, whether the load should continue; if not, its signal ends the work. */
async function whileWanted(load: GraphLoad, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const { signal, checkMs = 5_000 } = load.options;
  const unwanted = new AbortController();
  const done = new AbortController();
  const check = async () => {
    await load.checkpoint();
    for await (const _ of setInterval(checkMs, undefined, { signal: done.signal })) await load.checkpoint();
  };
  const checking = check().catch((error: unknown) => unwanted.abort(error));
  try {
    await work(AbortSignal.any([unwanted.signal, ...(signal ? [signal] : [])]));
  } finally {
    done.abort();
    await checking;
  }
}

async function checkWanted(db: Database, { id, name }: Release): Promise<void> {
  const release = (await readReleases(db.kysely)).find((one) => one.id === id);
  if (!release || release.state === 'dropping') throw new OperatorError(`${name} was dropped.`);
  if (release.isPaused) throw new Paused();
}

async function publish(db: Database, folder: string, release: Release): Promise<void> {
  const manifest = await readManifest(folder, release.name);
  if (!manifest) throw new Error(`The graph ${release.name} is not readable.`);
  await noteGraph(db.kysely, release.id, { ...manifest, loaded: manifest.links });
  for (const id of await publishRelease(db.kysely, release)) await deleteRelease(db.kysely, id);
  const graphs = (await readReleases(db.kysely)).filter(({ kind }) => kind === 'graph');
  await removeOtherGraphs(folder, new Set(graphs.map(({ name }) => name)));
}
