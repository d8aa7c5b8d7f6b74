// The graph of the practice web from a mirror to the question who links to a domain: whole, interrupted, damaged, replaced and dropped.
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { buildWorld } from '../../../../../practice/data/build-world.ts';
import { databaseForTests } from '../../../../test/database.ts';
import { startFixture } from '../../../../test/fixture-process.ts';
import { isLongRun, randomNumbers } from '../../../../test/long-run.ts';
import { postgresEngine } from '../../engine/postgres-engine.ts';
import { readIndexContents } from '../../index-contents.ts';
import { dropRelease } from '../drop-release.ts';
import { loadRanks } from '../ranks/load-ranks.ts';
import { chooseGraph, listGraphs } from '../releases/list-releases.ts';
import { readReleases, requestPause } from '../releases/releases.store.ts';
import { type CrawlSource, openCrawlSource } from '../source/crawl-source.ts';
import { serveMirror } from '../test/serve-mirror.ts';
import { type Mirror, writeMirror } from '../test/write-mirror.ts';
import { publishedFolder, readManifest } from './files/graph-files.ts';
import { graphPath, type LoadGraph } from './graph-load.ts';
import { loadGraph } from './load-graph.ts';
import { readRatingBytes } from './rating-bytes.ts';
import { graphReader } from './referring-domains.ts';

const db = databaseForTests();
let folder: string;
let mirror: Mirror;
let source: CrawlSource;
/** Of each domain, those that link to it. */
let linking: Map<string, string[]>;
const later = 'cc-main-2026-jul-aug-sep';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zeus-graph-'));
  const world = buildWorld();
  mirror = await writeMirror(join(folder, 'mirror'), world);
  await writeMirror(join(folder, 'later'), world, { release: later });
  source = openCrawlSource(join(folder, 'mirror'), 'test');
  const byTarget = Map.groupBy(mirror.links, ([, to]) => to);
  linking = new Map([...byTarget].map(([to, links]) => [to, links.map(([from]) => from).sort()]));
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(async () => {
  for (const name of new Set((await readReleases(db.kysely)).map((release) => release.name))) await drop(name);
});

const index = () => join(folder, 'index');
const drop = (name: string) => dropRelease({ db, engine: postgresEngine(db) }, { name, folder: index() });
const killed = () => new Error('killed');

async function load(more: Partial<LoadGraph> = {}, from = source) {
  const graph = chooseGraph(await listGraphs(from), undefined);
  const small = { checkpointEdges: 1_000, buckets: 3, sortedAtOnce: 50 };
  return loadGraph(db, from, { graph, folder: index(), diskBytes: 1e12, pauseMs: 1, ...small, ...more });
}

const addRanks = async () =>
  loadRanks(db, source, {
    graph: chooseGraph(await listGraphs(source), undefined),
    ...{ rows: 1_000_000, folder: index() },
  });

const find = (domain: string, request: { limit: number; minDomainRating?: number; maxDomainRating?: number }) =>
  graphReader({ db: db.kysely, folder: index() }).referringDomains(domain, request);

/** All files of the graph that is read, as hashes. */
async function contents(): Promise<Record<string, string>> {
  const place = publishedFolder(index(), mirror.graph);
  const names = (await readdir(place)).filter((name) => name !== 'state.json').sort();
  const files = await Promise.all(names.map(async (name) => [name, hash('sha256', await readFile(join(place, name)))]));
  return Object.fromEntries(files);
}

/** The folder of a mirror with other vertices and edges. */
async function damaged(change: { vertices?(lines: Buffer): Buffer; edges?(lines: Buffer): Buffer }) {
  const place = await mkdtemp(join(folder, 'damaged-'));
  await cp(join(folder, 'mirror'), place, { recursive: true });
  for (const kind of ['vertices', 'edges'] as const) {
    const path = join(place, graphPath(mirror.graph, kind));
    const file = await readFile(path);
    await writeFile(path, change[kind]?.(gunzipSync(file)) ?? file);
  }
  return place;
}

/** As several gzip members, which end within lines. */
function members(lines: Buffer, count: number): Buffer[] {
  const size = Math.ceil(lines.length / count);
  return Array.from({ length: count }, (_, at) => gzipSync(lines.subarray(at * size, (at + 1) * size)));
}

describe('referring domains', () => {
  test('of every domain, like the practice web', async () => {
    expect(await load()).toBe('published');
    for (const domain of mirror.strongest) {
      const found = await find(domain, { limit: 10_000 });
      expect(found).toMatchObject({ release: mirror.graph, count: linking.get(domain)?.length ?? 0 });
      expect(found?.domains.map((one) => one.domain).sort()).toEqual(linking.get(domain) ?? []);
    }
    expect(await find('unknown.example', { limit: 10 })).toMatchObject({ count: 0, domains: [] });
    expect(await readReleases(db.kysely)).toMatchObject([
      { kind: 'graph', state: 'ready', loaded: mirror.links.length, domains: mirror.strongest.length, skipped: 0 },
    ]);
    expect(await load()).toBe('complete');
    const [domains, links] = [mirror.strongest.length, mirror.links.length];
    const { graph } = await readIndexContents(db.kysely, { folder: index(), clickhouse: null });
    expect(graph).toEqual({ release: mirror.graph, domains, links });
    expect(await readIndexContents(db.kysely, { folder: join(folder, 'elsewhere'), clickhouse: null })).toMatchObject({
      graph: null,
    });
  });

  test('strongest first, and within a range of ratings', async () => {
    await addRanks();
    await load();
    const place = new Map(mirror.strongest.map((domain, at) => [domain, at]));
    const placeOf = (domain: string) => place.get(domain) ?? -1;
    const [popular = ''] = [...linking].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? [];
    const expected = (linking.get(popular) ?? []).toSorted((a, b) => placeOf(a) - placeOf(b));
    expect(expected.length).toBeGreaterThan(20);
    const all = await find(popular, { limit: 10_000 });
    expect(all?.domains.map((one) => one.domain)).toEqual(expected);
    // The stored order is by rating in steps of 0.4.
    const few = await find(popular, { limit: 5 });
    expect(few?.count).toBe(expected.length);
    const fifth = all?.domains[4]?.domainRating ?? 0;
    for (const one of few?.domains ?? []) expect(one.domainRating).toBeGreaterThan(fifth - 0.4);
    const range = { minDomainRating: 20, maxDomainRating: 60 };
    const within = (all?.domains ?? []).filter((one) => one.domainRating > 20.4 && one.domainRating < 59.6);
    expect(within.length).toBeGreaterThan(2);
    const found = (await find(popular, { limit: 10_000, ...range }))?.domains ?? [];
    expect(found).toEqual(expect.arrayContaining(within));
    for (const { domainRating } of found) expect(domainRating).toBeGreaterThan(19.5);
    for (const { domainRating } of found) expect(domainRating).toBeLessThan(60.5);
  });

  test('are rated by the new ranks if the old ones are replaced while they are read', async () => {
    await addRanks();
    const next = openCrawlSource(join(folder, 'later'), 'test');
    const graph = chooseGraph(await listGraphs(next), undefined);
    let isReplaced = false;
    const replacing = db.kysely.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        const isFirstBatch = !isReplaced && result.rows.some((row) => 'position' in row);
        if (isFirstBatch) {
          isReplaced = true;
          await loadRanks(db, next, { graph, rows: 3, folder: index() });
        }
        return result;
      },
    });
    const ratings = await readRatingBytes(replacing);
    expect(ratings.release).toBe(later);
    expect(mirror.strongest.filter((name) => ratings.of(name) > 0)).toHaveLength(3);
  });

  test('of a graph that is not on this machine are not known, and loading it again brings it here', async () => {
    expect(await find(mirror.strongest[0] ?? '', { limit: 1 })).toBeNull();
    await load();
    await rm(index(), { recursive: true });
    expect(await find(mirror.strongest[0] ?? '', { limit: 1 })).toBeNull();
    const inUse = [{ kind: 'graph', state: 'ready', loaded: mirror.links.length }];
    expect(await requestPause(db.kysely)).toEqual([]);
    const pausing = {
      ...source,
      async open(path: string, start: number) {
        if (path.includes('edges')) {
          expect(await readReleases(db.kysely)).toMatchObject(inUse);
          expect(await requestPause(db.kysely)).toEqual([mirror.graph]);
        }
        return source.open(path, start);
      },
    };
    expect(await load({}, pausing)).toBe('paused');
    expect(await readReleases(db.kysely)).toMatchObject(inUse);
    expect(await load()).toBe('published');
    expect(await find(mirror.strongest[0] ?? '', { limit: 1 })).not.toBeNull();
    expect(await readReleases(db.kysely)).toMatchObject(inUse);
  });

  test('a damaged file is an error, not an answer', async () => {
    await load();
    const [target = ''] = linking.keys();
    await writeFile(join(publishedFolder(index(), mirror.graph), 'inbound.src'), '');
    await expect(find(target, { limit: 5 })).rejects.toThrow('damaged');
  });
});

describe('a load that dies', () => {
  const kills = isLongRun ? 40 : 3;
  /** About as many as a load has that is not killed. */
  const steps = 370;

  test(`${kills} times ends with the same files as an undisturbed one`, { timeout: 600_000 }, async () => {
    await addRanks();
    await load({ sortedAtOnce: 1e9 });
    const expected = await contents();
    const place = await damaged({ edges: (lines) => Buffer.concat(members(lines, 12)) });
    // In pieces, so that downloads are killed too.
    const server = await serveMirror(place, { pieceBytes: 500 });
    const restart = async () => {
      await rm(index(), { recursive: true, force: true });
      await db.sql`delete from index_releases where kind = 'graph'`;
    };
    const random = randomNumbers();
    await restart();
    for (let killed = 0; killed < kills; ) {
      if ((await loadAndDie(server.address, 1 + Math.floor(random() * steps))) === 'killed') killed += 1;
      else {
        expect(await contents()).toEqual(expected);
        await restart();
      }
    }
    const from = openCrawlSource(server.address, 'test');
    await load({}, from);
    await from.close();
    await server.close();
    expect(await contents()).toEqual(expected);
    expect((await readdir(index(), { recursive: true })).filter((name) => /\.(gz|part|done)$/.test(name))).toEqual([]);
  });

  /** In a process that kills itself at this step, if it gets there. */
  async function loadAndDie(server: string, step: number): Promise<'killed' | 'ended'> {
    const args = [JSON.stringify(db.address), server, index(), String(step)];
    const child = startFixture('load-graph.ts', args);
    let errors = '';
    child.stderr?.on('data', (chunk) => {
      errors += chunk;
    });
    const [code, signal] = await once(child, 'close');
    if (code !== 0 && signal !== 'SIGKILL') throw new Error(errors);
    // PostgreSQL may take a moment to notice, and until then the graph is locked.
    const connections = () => db.sql`
      select from pg_stat_activity where datname = current_database() and application_name = 'zeus index'`;
    await expect.poll(connections, { timeout: 60_000 }).toEqual([]);
    return code === 0 ? 'ended' : 'killed';
  }

  test('killed after the files are complete, it is only published', async () => {
    await load();
    await db.sql`update index_releases set state = 'loading' where kind = 'graph'`;
    expect(await find(mirror.strongest[0] ?? '', { limit: 1 })).toBeNull();
    const onProgress = () => {
      throw new Error('loaded again');
    };
    expect(await load({ onProgress })).toBe('published');
    expect(await find(mirror.strongest[0] ?? '', { limit: 1 })).not.toBeNull();
  });

  test('the former graph is read until the new one is complete', async () => {
    await load();
    const next = openCrawlSource(join(folder, 'later'), 'test');
    const onProgress = ({ step }: { step: string }) => {
      if (step === 'inbound') throw killed();
    };
    await expect(load({ onProgress }, next)).rejects.toThrow('killed');
    expect(await find(mirror.strongest[0] ?? '', { limit: 1 })).toMatchObject({ release: mirror.graph });
    await load({}, next);
    expect(await find(mirror.strongest[0] ?? '', { limit: 1 })).toMatchObject({ release: later });
    expect(await readdir(join(index(), 'graph'))).toEqual([later]);
    expect(await readReleases(db.kysely)).toMatchObject([{ name: later, state: 'ready' }]);
  });
});

describe('damaged and hostile files', () => {
  const loadDamaged = async (change: Parameters<typeof damaged>[0]) => {
    await load({}, openCrawlSource(await damaged(change), 'test'));
    return readManifest(index(), mirror.graph);
  };

  test('bad lines are counted and skipped', async () => {
    const vertices = [
      'no columns',
      '-1\tcom.negative\t1',
      '99999999999\tcom.far\t1',
      '4000000000\tcom.outside\t1',
      '0\tcom.again\t1',
      '1e3\tcom.exponent\t1',
      '',
    ];
    const ids = mirror.strongest.length;
    const edges = ['1', '1\t2\t3', `${ids}\t0`, `0\t${ids}`, '4294967296\t1', 'a\tb', '-1\t0', '\t', '1 2', ''];
    const manifest = await loadDamaged({
      vertices: (lines) =>
        gzipSync(Buffer.concat([lines, Buffer.from(`${vertices.join('\n')}\n`), Buffer.from([0x37, 9, 0xff, 0xfe])])),
      edges: (lines) => gzipSync(Buffer.concat([Buffer.from(`${edges.join('\n')}\n`), lines, Buffer.from('0\t0\n9')])),
    });
    const skipped = vertices.length + 1 + edges.length + 1;
    expect(manifest).toMatchObject({ domains: mirror.strongest.length, links: mirror.links.length, skipped });
    for (const [domain, expected] of linking) expect((await find(domain, { limit: 1 }))?.count).toBe(expected.length);
  });

  test('a file that is cut off gives what it has', async () => {
    const manifest = await loadDamaged({
      edges(lines) {
        const file = Buffer.concat(members(lines, 10));
        return file.subarray(0, Math.floor(file.length * 0.8));
      },
    });
    expect(manifest?.links).toBeGreaterThan(0);
    expect(manifest?.links).toBeLessThan(mirror.links.length);
    expect(manifest?.skipped).toBeGreaterThan(0);
  });

  test('a damaged member costs its own lines, and no line is made of two halves', async () => {
    const whole = await loadDamaged({ edges: (lines) => Buffer.concat(members(lines, 5)) });
    expect(whole).toMatchObject({ links: mirror.links.length, skipped: 0 });
    await drop(mirror.graph);
    const manifest = await loadDamaged({
      edges(lines) {
        const files = members(lines, 5);
        files[2]?.fill(0xff, 12, 60);
        return Buffer.concat(files);
      },
    });
    expect(manifest?.links).toBeLessThan(mirror.links.length);
    for (const domain of mirror.strongest) {
      const found = (await find(domain, { limit: 10_000 }))?.domains ?? [];
      const known = new Set(linking.get(domain));
      expect(found.filter((one) => !known.has(one.domain))).toEqual([]);
    }
  });

  test('files without domains or links are refused, and the load can be repeated', async () => {
    const empty = () => gzipSync('');
    await expect(loadDamaged({ vertices: empty })).rejects.toThrow('has no domains');
    await expect(loadDamaged({ edges: empty })).rejects.toThrow('has no links');
    expect(await load()).toBe('published');
  });
});

describe('limits', () => {
  test('the disk budget stops a load, which continues with a larger one', async () => {
    await expect(load({ diskBytes: 1_000 })).rejects.toThrow('(INDEX_DISK)');
    expect(await find(mirror.strongest[0] ?? '', { limit: 1 })).toBeNull();
    expect(await load()).toBe('published');
  });

  test.each(['names', 'edges', 'inbound'] as const)(
    'a full disk in the step %s is reported, and the load continues',
    async (step) => {
      const onProgress = (progress: { step: string }) => {
        if (progress.step === step) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      };
      await expect(load({ onProgress })).rejects.toThrow('The disk is full');
      expect(await load()).toBe('published');
      expect((await readManifest(index(), mirror.graph))?.links).toBe(mirror.links.length);
    },
  );

  test('two processes do not load at the same time', async () => {
    const refused: string[] = [];
    const meanwhile = {
      ...source,
      async open(path: string, start: number) {
        if (path.includes('edges')) refused.push(await load().then(String, String));
        return source.open(path, start);
      },
    };
    expect(await load({}, meanwhile)).toBe('published');
    expect(refused).toEqual([expect.stringContaining('Another process')]);
    expect((await readManifest(index(), mirror.graph))?.links).toBe(mirror.links.length);
  });

  test.each([
    ['is paused', () => requestPause(db.kysely), 'paused'],
    ['loses its lock', () => endLockConnection(), 'The connection to the database was lost'],
  ])('a download that %s ends although the server sends nothing', async (_, change, expected) => {
    let isWaiting = false;
    const server = await serveMirror(join(folder, 'mirror'), {
      answer(_response, { file }) {
        isWaiting = file.includes('vertices');
        return isWaiting;
      },
    });
    const from = openCrawlSource(server.address, 'test');
    onTestFinished(async () => {
      await from.close();
      await server.close();
    });
    const loading = load({ checkMs: 50 }, from).catch(String);
    await expect.poll(() => isWaiting).toBe(true);
    await change();
    expect(await loading).toContain(expected);
  });

  const endLockConnection = () => db.sql`
    select pg_terminate_backend(pid) from pg_locks join pg_stat_activity using (pid)
    where locktype = 'advisory' and datname = current_database()`;

  test('a load can be paused and dropped', async () => {
    let action: () => Promise<unknown> = () => requestPause(db.kysely);
    const pausing = {
      ...source,
      async open(path: string, start: number) {
        // Before the file is read, so the next checkpoint sees it.
        if (path.includes('edges')) await action();
        return source.open(path, start);
      },
    };
    const often = { checkpointEdges: 40 };
    expect(await load(often, pausing)).toBe('paused');
    action = () => db.sql`update index_releases set state = 'dropping'`;
    await expect(load(often, pausing)).rejects.toThrow('was dropped');
    await expect(load()).rejects.toThrow('is being dropped');
    await drop(mirror.graph);
    expect(await readdir(join(index(), 'graph'))).toEqual([]);
    expect(await load()).toBe('published');
  });
});
