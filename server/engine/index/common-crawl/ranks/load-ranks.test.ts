// Ranks from a mirror to the ratings that Zeus shows: whole, interrupted, replaced and dropped.
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { buildWorld } from '../../../../../practice/data/build-world.ts';
import { databaseForTests } from '../../../../test/database.ts';
import { randomNumbers } from '../../../../test/long-run.ts';
import { commonCrawlMetrics } from '../../../metrics/common-crawl.ts';
import { findFigures } from '../../../metrics/figures.ts';
import type { IndexEngine } from '../../engine/index-engine.ts';
import { postgresEngine } from '../../engine/postgres-engine.ts';
import { checkDisk, checkDiskForPages, checkDiskForTables, measureDisk, type NeededDisk } from '../disk-budget.ts';
import { dropRelease } from '../drop-release.ts';
import { costOfRanks } from '../plan.ts';
import { chooseCrawl, chooseGraph, listCrawls, listGraphs } from '../releases/list-releases.ts';
import { openRelease, publishRelease, readReleases } from '../releases/releases.store.ts';
import { type CrawlSource, openCrawlSource, SourceUnavailable } from '../source/crawl-source.ts';
import { type ServeOptions, serveMirror } from '../test/serve-mirror.ts';
import { type Mirror, writeMirror } from '../test/write-mirror.ts';
import { diskForRanks } from './disk-for-ranks.ts';
import { type LoadRanks, loadRanks, ranksPath } from './load-ranks.ts';
import { copyRanks, findRanks } from './ranks.store.ts';

const db = databaseForTests();
let folder: string;
let mirror: Mirror;
let source: CrawlSource;
let engine: IndexEngine;
const later = 'cc-main-2026-jul-aug-sep';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zeus-ranks-'));
  engine = postgresEngine(db);
  const world = buildWorld();
  mirror = await writeMirror(join(folder, 'mirror'), world);
  await writeMirror(join(folder, 'later'), world, { release: later });
  source = openCrawlSource(join(folder, 'mirror'), 'test');
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(async () => {
  for (const { name } of await readReleases(db.kysely))
    await dropRelease({ db, engine }, { name, folder: downloads() });
});

const downloads = () => join(folder, 'downloads');

async function load(from: CrawlSource, more: Partial<LoadRanks> = {}) {
  const graph = chooseGraph(await listGraphs(source), undefined);
  return loadRanks(db, from, { graph, rows: 1_000_000, batchRows: 7, folder: downloads(), pauseMs: 1, ...more });
}

const allRanks = () =>
  db.sql<{ name: string; position: number }[]>`select name, position from index_domain_ranks order by position, name`;

async function ratingsOf(urls: string[]) {
  const call = { outbound: undefined as never, log: { warn: () => undefined } };
  const gaps = urls.map((url) => ({ url, unknown: ['domainRating' as const, 'urlRating' as const] }));
  return (await findFigures([commonCrawlMetrics(db.kysely)], gaps, call)).byUrl;
}

async function serve(options: ServeOptions) {
  const server = await serveMirror(join(folder, 'mirror'), options);
  const opened = openCrawlSource(server.address, 'test');
  onTestFinished(async () => {
    await opened.close();
    await server.close();
  });
  return { source: opened, starts: server.starts };
}

/** The same source, whose files end with this error after so many bytes. */
function failingAfter(from: CrawlSource, bytes: number, error: () => Error): CrawlSource {
  return {
    ...from,
    async open(path, start) {
      const { body, version } = await from.open(path, start);
      return { version, body: cutOff(body, bytes, error) };
    },
  };
}

async function* cutOff(body: AsyncIterable<Uint8Array>, bytes: number, error: () => Error) {
  let left = bytes;
  for await (const chunk of body) {
    for (let at = 0; at < chunk.length; at += 50) {
      if (left <= 0) throw error();
      left -= 50;
      yield chunk.subarray(at, at + 50);
    }
  }
}

const killed = () => new Error('killed');
/** To die after so many batches. */
function dieAfter(batches: number): () => void {
  let left = batches;
  return () => {
    left -= 1;
    if (left === 0) throw killed();
  };
}
const unavailable = () => new SourceUnavailable('connection lost');
const namesLoaded = async () => (await allRanks()).map(({ name }) => name);

describe('loading', () => {
  test('the source lists its releases', async () => {
    expect(await listCrawls(source)).toEqual([mirror.crawl]);
    expect(await listGraphs(source)).toMatchObject([{ id: mirror.graph, nodes: mirror.strongest.length }]);
  });

  test('a partial mirror needs only the list of what is loaded from it', async () => {
    const place = join(folder, 'partial');
    await cp(join(folder, 'mirror'), place, { recursive: true });
    const partial = openCrawlSource(place, 'test');
    await rm(join(place, 'collinfo.json'));
    expect(chooseGraph(await listGraphs(partial), undefined)).toMatchObject({ id: mirror.graph });
    await expect(listCrawls(partial)).rejects.toThrow('There is no collinfo.json at');
    await cp(join(folder, 'mirror/collinfo.json'), join(place, 'collinfo.json'));
    await rm(join(place, 'graphinfo.json'));
    expect(chooseCrawl(await listCrawls(partial), undefined)).toBe(mirror.crawl);
    await expect(listGraphs(partial)).rejects.toThrow('There is no graphinfo.json at');
  });

  test('ratings fall with the position, and name their source and release', async () => {
    const release = await load(source);
    expect(release).toMatchObject({ loaded: mirror.strongest.length, skipped: 0 });
    expect((await allRanks()).map(({ name }) => name)).toEqual(mirror.strongest);
    const urls = mirror.strongest.map((name) => `http://www.${name}:4000/page`);
    const found = await ratingsOf([...urls, 'https://unknown.example/']);
    const ratings = urls.map((url) => found.get(url)?.domainRating?.value ?? -1);
    expect(ratings[0]).toBe(100);
    expect(ratings.at(-1)).toBe(0);
    expect(ratings).toEqual([...ratings].sort((a, b) => b - a));
    expect(found.get(urls[0] ?? '')).toEqual({ domainRating: { value: 100, source: `common-crawl:${mirror.graph}` } });
    expect(found.has('https://unknown.example/')).toBe(false);
  });

  test('only the wanted number of rows is loaded', async () => {
    await load(source, { rows: 10 });
    expect((await allRanks()).map(({ name }) => name)).toEqual(mirror.strongest.slice(0, 10));
    await load(source, { rows: 10 });
    expect(await allRanks()).toHaveLength(10);
  });

  test('a connection that breaks is resumed where it broke', async () => {
    const broken = { ...failingAfter(source, 200, unavailable), isLocal: false };
    await load(broken);
    expect(await namesLoaded()).toEqual(mirror.strongest);
    expect((await readdir(downloads(), { recursive: true })).filter((name) => /\.gz/.test(name))).toEqual([]);
  });

  test('a server is asked again when it is busy, and for the rest of a file that was begun', async () => {
    const server = await serve({
      answer: (response, { number }) => (number === 0 || number === 2) && Boolean(response.writeHead(503).end()),
    });
    await expect(load(failingAfter(server.source, 300, killed))).rejects.toThrow('killed');
    expect(server.starts).toEqual([0, 0]);
    await load(server.source);
    expect(await namesLoaded()).toEqual(mirror.strongest);
    expect(server.starts).toEqual([0, 0, 300, 300]);
  });

  test('a source that stays away is reported, and the load continues later', async () => {
    const away = { ...failingAfter(source, 0, unavailable), isLocal: false };
    await expect(load(away)).rejects.toThrow(SourceUnavailable);
    expect(await ratingsOf([`http://${mirror.strongest[0]}/`])).toEqual(new Map());
    await load(source);
    expect(await namesLoaded()).toEqual(mirror.strongest);
  });

  test('a file that changed at the source is not continued', async () => {
    const server = await serve({});
    await expect(load(failingAfter(server.source, 300, killed))).rejects.toThrow('killed');
    const changed: CrawlSource = {
      ...server.source,
      open: async (path, start) => ({ ...(await server.source.open(path, start)), version: '"two"' }),
    };
    await expect(load(changed)).rejects.toThrow('has changed at the source. Run the same command to load it again.');
    await load(changed);
    expect(await namesLoaded()).toEqual(mirror.strongest);
  });
});

test('a process that was taken over writes no more', async () => {
  await expect(load(source, { onProgress: dieAfter(1) })).rejects.toThrow();
  const [release] = await readReleases(db.kysely);
  const batch = { release: release?.id ?? 0, ranks: [], before: 0, loaded: 7, skipped: 0 };
  await expect(copyRanks(db.address, batch)).rejects.toThrow(
    'Another process has continued this load or dropped the release.',
  );
});

describe('a load that dies', () => {
  const loadUntil = (batches: number) => load(source, { onProgress: dieAfter(batches) });

  test('20 times ends with the same ranks as an undisturbed one', async () => {
    await load(source);
    const expected = await allRanks();
    const random = randomNumbers();
    for (let kills = 0; kills < 20; ) {
      await dropRelease({ db, engine }, { name: mirror.graph, folder: downloads() });
      for (let isComplete = false; !isComplete; ) {
        isComplete = await loadUntil(1 + Math.floor(random() * 4)).then(
          () => true,
          (error: unknown) => {
            expect(String(error)).toContain('killed');
            kills += 1;
            return false;
          },
        );
      }
      expect(await allRanks()).toEqual(expected);
    }
  });

  test('a release in a restored backup is read, continued and dropped', async () => {
    await expect(loadUntil(2)).rejects.toThrow('killed');
    const before = await allRanks();
    expect(before).toHaveLength(14);
    // A restored database has the rows, and no partition for them.
    const [release] = await readReleases(db.kysely);
    await db.pool.query(`drop table index_domain_ranks_${release?.id}`);
    for (const { name, position } of before) {
      await db.sql`insert into index_domain_ranks values (${release?.id}, ${name}, ${position})`;
    }
    await load(source);
    expect(await namesLoaded()).toEqual(mirror.strongest);
    expect(await findRanks(db.kysely, mirror.strongest)).toHaveLength(mirror.strongest.length);
    await dropRelease({ db, engine }, { name: mirror.graph, folder: downloads() });
    expect(await allRanks()).toEqual([]);
  });

  test('nobody reads a release before it is complete, and the former one until then', async () => {
    await load(source);
    const url = `http://${mirror.strongest[0]}/`;
    const next = openCrawlSource(join(folder, 'later'), 'test');
    const graph = chooseGraph(await listGraphs(next), undefined);
    const onProgress = dieAfter(3);
    const options = { graph, rows: 1_000, batchRows: 7, folder: downloads(), onProgress };
    await expect(loadRanks(db, next, options)).rejects.toThrow('killed');
    expect((await readReleases(db.kysely)).map(({ name, state }) => [name, state])).toEqual([
      [mirror.graph, 'ready'],
      [later, 'loading'],
    ]);
    expect((await ratingsOf([url])).get(url)?.domainRating?.source).toBe(`common-crawl:${mirror.graph}`);
    await loadRanks(db, next, options);
    expect((await ratingsOf([url])).get(url)?.domainRating?.source).toBe(`common-crawl:${later}`);
    expect(await readReleases(db.kysely)).toMatchObject([{ name: later, state: 'ready' }]);
    expect(await allRanks()).toHaveLength(mirror.strongest.length);
  });
});

describe('a damaged file', () => {
  /** Serves the mirror's ranks changed, for the first so many requests. */
  async function serveDamaged(change: (lines: Buffer) => Buffer, times = Number.POSITIVE_INFINITY) {
    const bytes = change(gunzipSync(await readFile(join(folder, 'mirror', ranksPath(mirror.graph)))));
    return serve({
      answer: (response, { number }) => number < times && Boolean(response.writeHead(200).end(bytes)),
    });
  }
  const cut = (lines: Buffer) => {
    const file = gzipSync(lines);
    return file.subarray(0, Math.floor(file.length * 0.6));
  };
  /** As three gzip members, of which the second is damaged; they end within lines. */
  const damagedInside = (lines: Buffer) => {
    const third = Math.floor(lines.length / 3);
    const members = [0, 1, 2].map((at) => gzipSync(lines.subarray(at * third, at < 2 ? (at + 1) * third : undefined)));
    members[1]?.fill(0xff, 12, 60);
    return Buffer.concat(members);
  };

  test.each([
    ['cut off', cut],
    ['damaged inside', damagedInside],
  ])('that is %s replaces nothing, and is downloaded again', async (_, change) => {
    await loadLater();
    const server = await serveDamaged(change, 1);
    await expect(load(server.source)).rejects.toThrow('is damaged: only');
    expect(await readReleases(db.kysely)).toMatchObject([{ name: later, state: 'ready' }]);
    expect(await namesLoaded()).toEqual(mirror.strongest);
    await load(server.source);
    expect(server.starts).toEqual([0, 0]);
    expect(await readReleases(db.kysely)).toMatchObject([{ name: mirror.graph, state: 'ready', skipped: 0 }]);
    expect(await namesLoaded()).toEqual(mirror.strongest);
  });

  test('counts what is skipped if enough can be read, and makes no line of two halves', async () => {
    const server = await serveDamaged(damagedInside);
    const rows = Math.floor(mirror.strongest.length / 2);
    const dying = { rows, onProgress: dieAfter(2) };
    await expect(load(server.source, dying)).rejects.toThrow('killed');
    const release = await load(server.source, { rows });
    // The damage, and the second half of the line after it.
    expect(release).toMatchObject({ loaded: rows, skipped: 2 });
    const names = await namesLoaded();
    expect(names).toHaveLength(rows - 1);
    expect(mirror.strongest).toEqual(expect.arrayContaining(names));
  });
});

test('the release in use is dropped while another one is loaded', async () => {
  await loadLater();
  const dropping: CrawlSource = {
    ...source,
    async open(path, start) {
      await dropRelease({ db, engine }, { name: later, folder: downloads() });
      expect(await readReleases(db.kysely)).toMatchObject([{ name: mirror.graph, state: 'loading' }]);
      return source.open(path, start);
    },
  };
  await load(dropping);
  expect(await namesLoaded()).toEqual(mirror.strongest);
});

describe('a release that is dropped while it is loaded', () => {
  test('is not continued, and the former one stays in use', async () => {
    await loadLater();
    let dropping: Promise<void> | undefined;
    const dropped: CrawlSource = {
      ...source,
      async open(path, start) {
        dropping ??= dropRelease({ db, engine }, { name: mirror.graph, folder: downloads() });
        const states = async () => (await readReleases(db.kysely)).map(({ state }) => state);
        await expect.poll(states).toContain('dropping');
        return source.open(path, start);
      },
    };
    await expect(load(dropped)).rejects.toThrow('dropped the release');
    await dropping;
    expect(await readReleases(db.kysely)).toMatchObject([{ name: later, state: 'ready' }]);
    expect(await findRanks(db.kysely, mirror.strongest)).toHaveLength(mirror.strongest.length);
  });

  test('is not published', async () => {
    await loadLater();
    const release = await openRelease(db.kysely, { kind: 'ranks', name: 'dropped', domains: 9, wanted: 9 });
    await db.sql`update index_releases set state = 'dropping' where id = ${release.id}`;
    await expect(publishRelease(db.kysely, release)).rejects.toThrow('was dropped');
    await expect(load(source, { graph: { id: 'dropped', nodes: 9, edges: 9 } })).rejects.toThrow(
      'Run: npm run index -- drop dropped',
    );
    await dropRelease({ db, engine }, { name: 'dropped', folder: downloads() });
    await expect(publishRelease(db.kysely, release)).rejects.toThrow('was dropped');
    expect(await readReleases(db.kysely)).toMatchObject([{ name: later, state: 'ready' }]);
  });
});

async function loadLater(): Promise<void> {
  const next = openCrawlSource(join(folder, 'later'), 'test');
  const graph = chooseGraph(await listGraphs(next), undefined);
  await loadRanks(db, next, { graph, rows: graph.nodes, folder: downloads() });
}

describe('a server that sends nothing', () => {
  const silent: ServeOptions['answer'] = () => true;

  test('does not let another process load at the same time', async () => {
    const server = await serve({ answer: silent });
    const stop = new AbortController();
    const ended = expect(load(server.source, { signal: stop.signal })).rejects.toThrow('enough');
    await expect.poll(() => server.starts).toEqual([0]);
    await expect(load(source)).rejects.toThrow('Another process is loading or dropping ranks');
    stop.abort(new Error('enough'));
    await ended;
    await load(source);
  });

  test('does not keep a process that has lost its lock', async () => {
    const server = await serve({ answer: silent });
    const ended = expect(load(server.source)).rejects.toThrow('The connection to the database was lost');
    await expect.poll(() => server.starts).toEqual([0]);
    await db.sql`
      select pg_terminate_backend(pid) from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and datname = current_database()`;
    await ended;
  });
});

describe('limits', () => {
  test('a dropped release is gone, and an unknown one is reported', async () => {
    await load(source);
    await dropRelease({ db, engine }, { name: mirror.graph, folder: downloads() });
    expect(await findRanks(db.kysely, mirror.strongest)).toEqual([]);
    expect(await db.sql`select from pg_class where relname ~ '^index_domain_ranks_\\d+$'`).toEqual([]);
    await expect(dropRelease({ db, engine }, { name: 'none', folder: downloads() })).rejects.toThrow(
      'There is no release none',
    );
  });

  test('more than the budget or the disk allows is refused before anything is fetched', async () => {
    const budget = { folder: downloads(), diskBytes: 1e9 };
    await checkDisk(db.kysely, budget, 1e6);
    await expect(checkDisk(db.kysely, budget, 2e9)).rejects.toThrow('may use 1.00 GB (INDEX_DISK)');
    await expect(checkDisk(db.kysely, { ...budget, diskBytes: 1e30 }, 1e20)).rejects.toThrow('are free');
  });

  test('what a database elsewhere stores counts for the budget only, downloads for the disk of this machine', async () => {
    const check = (budget: { isDatabaseLocal: boolean; diskBytes?: number }, needed: NeededDisk) =>
      checkDiskForTables(db.kysely, { folder: downloads(), diskBytes: 1e30, ...budget }, needed);
    const [rows, files] = [
      { stored: 1e20, downloads: 0 },
      { stored: 0, downloads: 1e20 },
    ];
    await expect(check({ isDatabaseLocal: true }, rows)).rejects.toThrow('are free');
    await check({ isDatabaseLocal: false }, rows);
    await expect(check({ isDatabaseLocal: false }, files)).rejects.toThrow('are free');
    await expect(check({ isDatabaseLocal: false, diskBytes: 1e19 }, rows)).rejects.toThrow('INDEX_DISK');
    const pages = { db, engine: { remoteBytes: () => Promise.resolve(null) } };
    const many = { files: 1e12, downloads: 0 };
    await checkDiskForPages(pages, { folder: downloads(), diskBytes: 1e30, isDatabaseLocal: false }, many);
  });

  test('a load that continues needs only what is missing, and a complete one nothing', async () => {
    const server = await serve({ pieceBytes: 200 });
    const graph = chooseGraph(await listGraphs(source), undefined);
    const options = { graph, rows: 10_000, folder: downloads() };
    const needed = () => diskForRanks(db.kysely, server.source, options);
    const { diskBytes, temporaryBytes } = costOfRanks(10_000);
    const whole = { stored: diskBytes, downloads: temporaryBytes };
    expect(await needed()).toEqual(whole);
    expect(await diskForRanks(db.kysely, source, options)).toEqual({ ...whole, downloads: 0 });
    const before = await measureDisk(db.kysely, downloads());
    await expect(load(server.source, { onProgress: dieAfter(2) })).rejects.toThrow('killed');
    const used = await measureDisk(db.kysely, downloads());
    const stored = used.tables - before.tables;
    // The version of the file takes a few bytes too.
    const downloaded = used.files - before.files - '"one"'.length;
    expect(stored + downloaded).toBeGreaterThan(8_192);
    expect(await needed()).toEqual({ stored: diskBytes - stored, downloads: temporaryBytes - downloaded });
    await load(server.source);
    expect(await needed()).toEqual({ stored: 0, downloads: 0 });
  });

  test.each(['../secrets', 'a/../../b', '/etc/passwd', 'a//b', 'a/./b', 'a b', 'a\\b', ''])(
    'a path that leads elsewhere is refused: %j',
    async (path) => {
      await expect(source.open(path, 0)).rejects.toThrow('not allowed');
    },
  );
});
