// Pages from a mirror to the page sample: whole, interrupted, extended, paused, dropped, and from damaged files.
import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { cp, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildWorld } from '../../../../../practice/data/build-world.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { startFixture } from '../../../../test/fixture-process.ts';
import { isLongRun, randomNumbers } from '../../../../test/long-run.ts';
import type { IndexEngine } from '../../engine/index-engine.ts';
import { postgresEngine } from '../../engine/postgres-engine.ts';
import { readIndexContents } from '../../index-contents.ts';
import { measureDisk } from '../disk-budget.ts';
import { dropRelease } from '../drop-release.ts';
import { readReleases, requestPause } from '../releases/releases.store.ts';
import { type CrawlSource, openCrawlSource } from '../source/crawl-source.ts';
import { createWarcWriter } from '../test/warc-writer.ts';
import { responseJson } from '../test/wat-json.ts';
import { watHeaders } from '../test/write-crawl.ts';
import { type Mirror, writeMirror } from '../test/write-mirror.ts';
import { noWatCounts, readWat } from '../wat/read-wat.ts';
import { type LoadPages, loadPages } from './load-pages.ts';
import { readWatOrder, shuffle } from './wat-order.ts';

const pagesInMirror = 48;

let db: TestDatabase;
let engine: IndexEngine;
let folder: string;
let mirror: Mirror;
let source: CrawlSource;

beforeAll(async () => {
  [db, folder] = await Promise.all([createTestDatabase(), mkdtemp(join(tmpdir(), 'zeus-pages-'))]);
  engine = postgresEngine(db);
  mirror = await writeMirror(join(folder, 'mirror'), buildWorld(), { watPages: pagesInMirror });
  source = openCrawlSource(join(folder, 'mirror'), 'test');
});
afterAll(async () => {
  await Promise.all([db.drop(), rm(folder, { recursive: true })]);
});
beforeEach(dropAll);

async function dropAll() {
  for (const name of new Set((await readReleases(db.kysely)).map((release) => release.name))) {
    await dropRelease({ db, engine }, { name, folder: downloads() });
  }
}

const downloads = () => join(folder, 'downloads');

const load = (more: Partial<LoadPages> = {}, from = source) =>
  loadPages(
    { db, engine, source: from },
    {
      ...{ crawl: mirror.crawl, files: 4, folder: downloads(), diskBytes: 50e9, pauseMs: 1, ...more },
    },
  );

/** Every row, without the number of the release. */
async function wholeIndex() {
  const [pages, links, files] = await Promise.all([
    db.sql`select to_jsonb(page) - 'release_id' as row from index_sample_pages page order by url, row`,
    db.sql`select to_jsonb(link) - 'release_id' as row from index_sample_links link order by page_key, to_url, row`,
    db.sql`select number, pages, links, skipped from index_files order by number`,
  ]);
  return { pages, links, files };
}

const states = async () => (await readReleases(db.kysely)).map(({ state, loaded, wanted }) => [state, loaded, wanted]);
const readablePages = async () => {
  const urls = await db.sql<{ url: string }[]>`select distinct url from index_sample_pages`;
  return (await engine.capturesOf(urls.map(({ url }) => url))).size;
};

/** The same source, which fails at the so-many-th WAT file. */
function failingAt(file: number): CrawlSource {
  let opened = 0;
  return {
    ...source,
    async open(path, start) {
      if (path.endsWith('.wat.gz')) opened += 1;
      if (opened === file) throw new Error('killed');
      return source.open(path, start);
    },
  };
}

describe('loading', () => {
  test('all files give all pages and links, and progress says so', async () => {
    const lines: unknown[] = [];
    expect(await load({ onProgress: (progress) => lines.push(progress) })).toBe('published');
    const { pages, links, files } = await wholeIndex();
    expect(pages).toHaveLength(pagesInMirror);
    expect(links.length).toBeGreaterThan(pagesInMirror);
    expect(files).toHaveLength(4);
    expect(lines).toHaveLength(4);
    expect(lines.at(-1)).toEqual({ loaded: 4, wanted: 4, pages: pages.length, links: links.length, skipped: 0 });
    expect(await load()).toBe('complete');
    const crawl = { name: mirror.crawl, pages: pages.length, links: links.length, share: 1 };
    expect(await readIndexContents(db.kysely, downloads())).toEqual({ ranks: null, graph: null, crawls: [crawl] });
  });

  test('the order of files depends on nothing but the crawl and their paths', async () => {
    const order = await readWatOrder(source, mirror.crawl, { folder: downloads() });
    expect([...order].sort()).toEqual(mirror.wats);
    expect(shuffle([...order].reverse(), mirror.crawl)).toEqual(order);
    const many = Array.from({ length: 100 }, (_, index) => `file-${index}`);
    expect(shuffle(many, 'one')).not.toEqual(shuffle(many, 'two'));
    expect(shuffle(many, 'one').slice(0, 50)).toEqual(shuffle(many, 'one').slice(0, 50));
  });

  test('a part is read from when it is complete, and more files are another part', async () => {
    await expect(load({ files: 3 }, failingAt(3))).rejects.toThrow('killed');
    expect(await states()).toEqual([['loading', 2, 3]]);
    expect(await readablePages()).toBe(0);
    expect(await load({ files: 3 })).toBe('published');
    const before = await readablePages();
    expect(before).toBe(pagesInMirror * 0.75);
    await expect(load({}, failingAt(1))).rejects.toThrow('killed');
    expect(await readablePages()).toBe(before);
    expect(await load()).toBe('published');
    expect(await states()).toEqual([
      ['ready', 3, 3],
      ['ready', 1, 1],
    ]);
    expect(await readablePages()).toBe(pagesInMirror);
  });

  test('a load that is not complete can be continued with more or fewer files', async () => {
    await expect(load({ files: 2 }, failingAt(2))).rejects.toThrow('killed');
    await expect(load({ files: 4 }, failingAt(2))).rejects.toThrow('killed');
    expect(await states()).toEqual([['loading', 2, 4]]);
    expect(await load({ files: 1 })).toBe('published');
    expect(await states()).toEqual([['ready', 2, 2]]);
  });

  test('downloads of a server are removed once they are loaded', async () => {
    const remote = { ...source, isLocal: false };
    expect(await load({}, remote)).toBe('published');
    expect(await readablePages()).toBe(pagesInMirror);
    expect((await measureDisk(db.kysely, downloads())).files).toBe(0);
  });

  test('two loads at once give the same index as one', async () => {
    await load();
    const expected = await wholeIndex();
    await dropAll();
    const outcomes = await Promise.all([load(), load()]);
    expect(outcomes).toContain('published');
    expect(await wholeIndex()).toEqual(expected);
    expect(await states()).toEqual([['ready', 4, 4]]);
  });
});

describe('a load that dies', () => {
  /** Loads in a process that is killed after so many lines of output, if it has not ended by then. */
  async function loadAndKill(lines: number): Promise<'killed' | 'ended'> {
    const args = [JSON.stringify(db.address), join(folder, 'mirror'), mirror.crawl, downloads()];
    const child = startFixture('load-pages.ts', args, join(folder, 'compiled'));
    let errors = '';
    child.stderr?.on('data', (chunk) => {
      errors += chunk;
    });
    let left = lines;
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', () => {
      left -= 1;
      if (left === 0) child.kill('SIGKILL');
    });
    const code = await new Promise((resolve) => child.once('close', resolve));
    if (code !== 0 && code !== null) throw new Error(errors);
    // PostgreSQL may take a moment to notice, and until then the file is claimed.
    const connections = () => db.sql`
      select from pg_stat_activity where datname = current_database() and application_name = 'zeus index'`;
    await expect.poll(connections).toEqual([]);
    return code === null ? 'killed' : 'ended';
  }

  const kills = isLongRun ? 30 : 10;

  test(`${kills} times ends with the same index as an undisturbed one`, { timeout: 600_000 }, async () => {
    await load();
    const expected = await wholeIndex();
    await dropAll();
    const random = randomNumbers();
    for (let killed = 0; killed < kills; ) {
      const loaded = (await readReleases(db.kysely))[0]?.loaded ?? 0;
      // Two lines per file; after the last one, it is being published.
      const outcome = await loadAndKill(1 + Math.floor(random() * 2 * Math.max(1, 4 - loaded)));
      if (outcome === 'killed') killed += 1;
      else {
        expect(await wholeIndex()).toEqual(expected);
        await dropAll();
      }
    }
    await load();
    expect(await wholeIndex()).toEqual(expected);
    expect(await readablePages()).toBe(pagesInMirror);
  });

  test('in a restored backup is continued, read and dropped', async () => {
    await expect(load({}, failingAt(3))).rejects.toThrow('killed');
    // A restored database has the rows, and no partitions for them.
    const [release] = await readReleases(db.kysely);
    for (const table of ['index_sample_pages', 'index_sample_links']) {
      await db.pool.query(`create table backup as select * from ${table}`);
      await db.pool.query(`drop table ${table}_${release?.id}`);
      await db.pool.query(`insert into ${table} select * from backup`);
      await db.pool.query('drop table backup');
    }
    expect(await load()).toBe('published');
    expect(await readablePages()).toBe(pagesInMirror);
    await dropAll();
    expect((await wholeIndex()).pages).toEqual([]);
  });
});

describe('limits', () => {
  test('a load stops when the disk budget is used up, and continues once there is room', async () => {
    await expect(load({ diskBytes: 1e6 })).rejects.toThrow('may use 0.00 GB (INDEX_DISK). Raise the limit');
    expect(await states()).toEqual([['loading', 0, 4]]);
    const large = join(downloads(), 'large');
    const filling: IndexEngine = {
      ...engine,
      async write(release, file) {
        // A file without contents, which uses no disk.
        await writeFile(large, '').then(() => truncate(large, 10e9));
        return engine.write(release, file);
      },
    };
    const options = { crawl: mirror.crawl, files: 4, folder: downloads(), diskBytes: 9e9 };
    await expect(loadPages({ db, engine: filling, source }, options)).rejects.toThrow('INDEX_DISK');
    // The second file is checked while the first is written.
    expect([[['loading', 1, 4]], [['loading', 2, 4]]]).toContainEqual(await states());
    await rm(large);
    expect(await load({ diskBytes: 9e9 })).toBe('published');
    expect(await readablePages()).toBe(pagesInMirror);
  });

  test('a paused load stops after its file, and the next one continues', async () => {
    expect(await requestPause(db.kysely)).toEqual([]);
    const pausing: IndexEngine = {
      ...engine,
      async write(release, file) {
        const counts = await engine.write(release, file);
        expect(await requestPause(db.kysely)).toEqual([mirror.crawl]);
        return counts;
      },
    };
    const options = { crawl: mirror.crawl, files: 4, folder: downloads(), diskBytes: 50e9 };
    expect(await loadPages({ db, engine: pausing, source }, options)).toBe('paused');
    expect(await states()).toEqual([['loading', 1, 4]]);
    expect(await load()).toBe('published');
    expect(await readablePages()).toBe(pagesInMirror);
  });

  test('a release that is dropped while it loads leaves nothing', async () => {
    let isDropped = false;
    const dropping: IndexEngine = {
      ...engine,
      async write(release, file) {
        if (!isDropped) await dropAll();
        isDropped = true;
        return engine.write(release, file);
      },
    };
    const options = { crawl: mirror.crawl, files: 4, folder: downloads(), diskBytes: 50e9 };
    await expect(loadPages({ db, engine: dropping, source }, options)).rejects.toThrow();
    expect(await wholeIndex()).toEqual({ pages: [], links: [], files: [] });
    expect(await db.sql`select from pg_class where relname ~ '^index_sample_(pages|links)_\\d+$'`).toEqual([]);
  });

  test('damaged and hostile files are counted and skipped', async () => {
    const hostile = join(folder, 'hostile');
    await cp(join(folder, 'mirror'), hostile, { recursive: true });
    const [garbage = '', cut = '', strange = '', whole = ''] = mirror.wats.map((path) => join(hostile, path));
    await writeFile(garbage, randomBytes(5_000));
    const bytes = await readFile(cut);
    await writeFile(cut, bytes.subarray(0, bytes.length / 2));
    await writeFile(strange, strangeWat());
    expect(await load({}, openCrawlSource(hostile, 'test'))).toBe('published');
    const { pages, files } = await wholeIndex();
    expect(files).toHaveLength(4);
    expect(files.filter(({ skipped }) => Number(skipped) > 0).length).toBeGreaterThanOrEqual(2);
    const urls = pages.map(({ row }) => (row as { url: string }).url);
    for await (const page of readWat(createReadStream(whole), noWatCounts())) expect(urls).toContain(page.url);
    const odd = pages.map(({ row }) => row as Record<string, unknown>).filter(({ url }) => String(url).includes('odd'));
    expect(odd).toHaveLength(3);
    expect(odd.map(({ title }) => title)).toContain('a\\.b \\N \t c\n\\.\n');
    expect(odd.every(({ captured_at }) => String(captured_at).startsWith('1970-01-01'))).toBe(true);
  });
});

/** Pages with texts that COPY treats specially, and with dates that PostgreSQL refuses. */
function strangeWat(): Buffer {
  const writer = createWarcWriter();
  const dates = ['+275760-09-13T00:00:00Z', '-000001-01-01T00:00:00Z', 'yesterday'];
  for (const [index, date] of dates.entries()) {
    const url = `https://odd${index}.example/a\\b?c=\\N`;
    const source = {
      url,
      status: 200,
      headers: {},
      html: '<a href="https://x.example/\\.">x\\y</a>',
      capturedAt: date,
    };
    const json = responseJson({ ...source, year: 2024 }, { offset: 0, length: 0 });
    const text = JSON.stringify(json).replace(
      '"Head":{',
      `"Head":{"Title":${JSON.stringify('a\\.b \\N \t c\n\\.\n\0')},`,
    );
    writer.add(watHeaders(url), Buffer.from(text));
  }
  writer.add(watHeaders('https://odd.example/'), Buffer.from('{"HTML-Metadata" is not JSON'));
  return writer.bytes();
}
