// What stops a load of pages, how it continues, and files that are damaged or hostile.
import { createReadStream, existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { openForTests } from '../../../../test/for-tests.ts';
import { randomBytes } from '../../../../test/long-run.ts';
import type { IndexEngine } from '../../engine/index-engine.ts';
import { checkDiskForPages } from '../disk-budget.ts';
import { LockLost } from '../load-lock.ts';
import { costOfPages } from '../plan.ts';
import { readReleases, requestPause } from '../releases/releases.store.ts';
import { indexBytes, sampleFigures } from '../sample-figures.ts';
import { type CrawlSource, openCrawlSource } from '../source/crawl-source.ts';
import { openMirrorLoads, pagesInMirror } from '../test/load-from-mirror.ts';
import { createWarcWriter } from '../test/warc-writer.ts';
import { responseJson } from '../test/wat-json.ts';
import { watHeaders } from '../test/write-crawl.ts';
import { noWatCounts, readWat } from '../wat/read-wat.ts';
import { loadFileJob, problemOf } from './load-file.job.ts';
import { loadFile } from './load-file.ts';
import { loadInThread } from './load-in-thread.ts';
import { startLoad } from './load-pages.ts';

const at = openForTests(openMirrorLoads, (loads) => loads.close());
beforeEach(() => at.empty());

const budget = () => ({ folder: at.downloads, diskBytes: 50e9, isDatabaseLocal: true });

/** Two files are loaded at once. */
const expectOneOrTwoLoaded = async () =>
  expect([[['loading', 1, 4]], [['loading', 2, 4]]]).toContainEqual(await at.states());

async function expectContinued() {
  expect(await at.load()).toBe('published');
  expect(await at.readablePages()).toBe(pagesInMirror);
}

describe('a load stops', () => {
  test('when the disk budget is used up, and continues once there is room', async () => {
    const { engine, downloads } = at;
    await expect(at.load({ diskBytes: 1e6 })).rejects.toThrow('may use 0.00 GB (INDEX_DISK). Raise the limit');
    expect(await at.states()).toEqual([['loading', 0, 4]]);
    const [release] = await readReleases(at.db.kysely);
    expect(release?.problem).toContain('INDEX_DISK');
    const large = join(downloads, 'large');
    const filling: IndexEngine = {
      ...engine,
      async write(part, file) {
        // A file without contents, which uses no disk.
        await writeFile(large, '').then(() => truncate(large, 10e9));
        return engine.write(part, file);
      },
    };
    await expect(at.load({ engine: filling, diskBytes: 9e9 })).rejects.toThrow('INDEX_DISK');
    await expectOneOrTwoLoaded();
    await rm(large);
    await expectContinued();
  });

  test('when there is no room for the indexes and lists that publishing builds', async () => {
    const { db, engine } = at;
    const large: IndexEngine = {
      ...engine,
      async write(part, file) {
        const counts = await engine.write(part, file);
        await db.sql`update index_files set links = 1000000000`;
        return counts;
      },
    };
    const refusal = `This needs ${indexBytes.perLink + sampleFigures.sortingBytesPerLink} GB of disk.`;
    await expect(at.load({ engine: large, files: 1 })).rejects.toThrow(refusal);
    expect(await at.states()).toEqual([['loading', 1, 1]]);
    // Nor is another file loaded.
    const none = { files: 0, downloads: 0 };
    await expect(checkDiskForPages(at, budget(), none)).rejects.toThrow(refusal);
    await db.sql`update index_files set links = 1`;
    await checkDiskForPages(at, budget(), none);
    await expectContinued();
  });

  test('when there is no room to sort lists, which only PostgreSQL does', async () => {
    const many = { files: 100, downloads: 0 };
    const tight = { ...budget(), diskBytes: 1.01 * costOfPages(many.files).diskBytes };
    await expect(checkDiskForPages(at, tight, many)).rejects.toThrow('INDEX_DISK');
    const elsewhere = { db: at.db, engine: { remoteBytes: () => Promise.resolve(0) } };
    await checkDiskForPages(elsewhere, tight, many);
  });

  test('when the disk of the database is full', async () => {
    const { db } = at;
    await db.sql`
      create function disk_full() returns trigger language plpgsql as
      'begin raise exception using errcode = ''53100'', message = ''No space left on device''; end'`;
    await db.sql`create trigger disk_full before insert on index_files execute function disk_full()`;
    try {
      await expect(at.load()).rejects.toThrow('The disk of the database is full. Free some space');
    } finally {
      await db.sql`drop function disk_full cascade`;
    }
    expect(await at.states()).toEqual([['loading', 0, 4]]);
    await expectContinued();
  });

  test.skipIf(!existsSync('/dev/full'))('when the disk for downloads is full', async () => {
    const full = at.mirror.wats.map((path) => join(at.downloads, path));
    for (const file of full) {
      await mkdir(dirname(file), { recursive: true });
      await symlink('/dev/full', file);
    }
    await expect(at.load({ source: { ...at.source, isLocal: false } })).rejects.toThrow('The disk is full at');
    expect(await at.states()).toEqual([['loading', 0, 4]]);
    for (const file of full) await rm(file);
    await expectContinued();
  });

  test('when it is paused, after its files', async () => {
    const { db, engine, mirror } = at;
    expect(await requestPause(db.kysely)).toEqual([]);
    const pausing: IndexEngine = {
      ...engine,
      async write(release, file) {
        const counts = await engine.write(release, file);
        expect(await requestPause(db.kysely)).toEqual([mirror.crawl]);
        return counts;
      },
    };
    expect(await at.load({ engine: pausing })).toBe('paused');
    await expectOneOrTwoLoaded();
    await expectContinued();
  });

  test('when the release is dropped, which leaves nothing', async () => {
    const { db, engine } = at;
    let isDropped = false;
    const dropping: IndexEngine = {
      ...engine,
      async write(release, file) {
        const isFirst = !isDropped;
        isDropped = true;
        if (isFirst) await at.dropAll();
        return engine.write(release, file);
      },
    };
    await expect(at.load({ engine: dropping })).rejects.toThrow('dropped');
    expect(await at.wholeIndex()).toEqual({ pages: [], links: [], files: [] });
    expect(await db.sql`select from pg_class where relname ~ '^index_sample_(pages|links|lists)_\\d+$'`).toEqual([]);
  });

  test('when a file was given up', async () => {
    const part = await start();
    const { db, engine } = at;
    const handler = loadFileJob({ db: db.kysely, engine, budget: budget(), load: () => Promise.resolve('loaded') });
    const call = { signal: new AbortController().signal, attempt: 1, log: {} as never };
    await handler.gaveUp?.(fileOf(part), 'its worker stopped responding', call);
    const [release] = await readReleases(db.kysely);
    expect(release?.problem).toContain('could not be loaded: its worker stopped responding');
    await expectContinued();
    expect((await readReleases(db.kysely))[0]?.problem).toBe(null);
  });
});

/** Starts a load of one file that nobody works on. Returns its part. */
async function start(): Promise<number> {
  const options = { crawl: at.mirror.crawl, files: 1, folder: at.downloads, place: at.mirrorFolder };
  const part = await startLoad({ ...at, enqueue: () => Promise.resolve() }, options);
  return part?.id ?? 0;
}

const fileOf = (part: number) => ({ part, number: 0, path: at.mirror.wats[0] ?? '', source: at.mirrorFolder });

describe('a file', () => {
  test('is loaded by one process at a time', async () => {
    const file = fileOf(await start());
    await at.db.kysely.connection().execute(async (other) => {
      await sql`select pg_advisory_lock(${file.part}::integer, ${file.number}::integer)`.execute(other);
      expect(await loadFile(at, file, budget())).toBe('busy');
      await sql`select pg_advisory_unlock(${file.part}::integer, ${file.number}::integer)`.execute(other);
    });
    expect(await loadFile(at, file, budget())).toBe('loaded');
  });

  test('whose lock is lost is not loaded, and no problem is noted: another attempt continues', async () => {
    const file = fileOf(await start());
    const breaking: CrawlSource = {
      ...at.source,
      isLocal: false,
      async open(path, start) {
        const { body, version } = await at.source.open(path, start);
        return { body: breakingConnections(body), version };
      },
    };
    async function* breakingConnections(body: AsyncIterable<Uint8Array>) {
      yield* body;
      await at.db.sql`
        select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid = ${file.part} and objid = 0`;
    }
    const lost = await loadFile({ ...at, source: breaking }, file, budget()).catch((error: unknown) => error);
    expect(lost).toBeInstanceOf(LockLost);
    expect(problemOf(lost)).toBe(null);
    expect((await at.wholeIndex()).files).toEqual([]);
    expect(await loadFile(at, file, budget())).toBe('loaded');
  });

  // The thread gives way to everything else that runs on the machine.
  test('is loaded in a thread, which reports problems and ends when it is aborted', { timeout: 300_000 }, async () => {
    const file = fileOf(await start());
    const task = { clickhouse: null, address: at.db.address, file, options: budget(), contact: 'test' };
    const abortAtOnce = new AbortController();
    const starting = loadInThread(task, abortAtOnce.signal);
    abortAtOnce.abort(new Error('Zeus stops'));
    await expect(starting).rejects.toThrow('Zeus stops');
    const abort = new AbortController();
    const tooSmall = { ...task, options: { ...budget(), diskBytes: 1 } };
    await expect(loadInThread(tooSmall, abort.signal)).rejects.toThrow('INDEX_DISK');
    expect(await loadInThread(task, abort.signal)).toBe('loaded');
    const { files, pages } = await at.wholeIndex();
    expect(files).toMatchObject([{ number: 0, pages: pages.length }]);
    await at.db.kysely.transaction().execute(async (tx) => {
      await sql`lock table index_files`.execute(tx);
      const loading = loadInThread({ ...task, file: { ...file, number: 1 } }, abort.signal);
      loading.catch(() => {});
      const waiting = () => at.db.sql`
        select from pg_stat_activity
        where datname = current_database() and application_name = 'zeus index' and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await waiting()).length, { timeout: 240_000 }).toBe(1);
      abort.abort(new Error('Zeus stops'));
      await expect(loading).rejects.toThrow('Zeus stops');
    });
    expect(await at.wholeIndex()).toEqual(expect.objectContaining({ files, pages }));
  });

  test('that is damaged or hostile is read as far as possible, and what was skipped is counted', async () => {
    const hostile = join(at.folder, 'hostile');
    await cp(at.mirrorFolder, hostile, { recursive: true });
    const [garbage = '', cut = '', strange = '', whole = ''] = at.mirror.wats.map((path) => join(hostile, path));
    await writeFile(garbage, randomBytes(5_000));
    const bytes = await readFile(cut);
    await writeFile(cut, bytes.subarray(0, bytes.length / 2));
    await writeFile(strange, strangeWat());
    expect(await at.load({ source: openCrawlSource(hostile, 'test') })).toBe('published');
    const { pages, files } = await at.wholeIndex();
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
