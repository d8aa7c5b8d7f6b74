// Pages from a mirror to the page sample, through the queue: all at once, in parts, by several processes, and killed.
import fs, { cp, mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { openForTests } from '../../../../test/for-tests.ts';
import { isLongRun } from '../../../../test/long-run.ts';
import { readIndexContents } from '../../index-contents.ts';
import { measureDisk } from '../disk-budget.ts';
import { readReleases } from '../releases/releases.store.ts';
import { type CrawlSource, openCrawlSource } from '../source/crawl-source.ts';
import { expectSameAfterKills } from '../test/kill-loads.ts';
import { openMirrorLoads, pagesInMirror } from '../test/load-from-mirror.ts';
import { forgetOtherCrawls } from './downloads.ts';
import type { PartProgress } from './page-parts.store.ts';
import { readWatOrder, shuffle } from './wat-order.ts';

async function* one<T>(value: T): AsyncGenerator<T> {
  yield value;
}

const at = openForTests(openMirrorLoads, (loads) => loads.close());
beforeEach(() => at.empty());

describe('loading', () => {
  test('all files give all pages and links, and progress says so', async () => {
    const reports: PartProgress[] = [];
    expect(await at.load({ onProgress: (progress) => reports.push(progress) })).toBe('published');
    const { pages, links, files } = await at.wholeIndex();
    expect(pages).toHaveLength(pagesInMirror);
    expect(links.length).toBeGreaterThan(pagesInMirror);
    expect(files).toHaveLength(4);
    expect(reports[0]?.wanted).toBe(4);
    const last = { loaded: 4, pages: pages.length, links: links.length, skipped: 0, problem: null };
    expect(reports.at(-1)).toMatchObject(last);
    expect(await at.db.sql`select from jobs`).toEqual([]);
    expect(await at.load()).toBe('complete');
    const crawl = { name: at.mirror.crawl, pages: pages.length, links: links.length, share: 1 };
    expect(await readIndexContents(at.db.kysely, { folder: at.downloads, clickhouse: null })).toEqual({
      ranks: null,
      graph: null,
      crawls: [crawl],
    });
  });

  test('the order of files depends on nothing but the crawl and their paths', async () => {
    const { crawl, wats } = at.mirror;
    const order = await readWatOrder(at.source, crawl, { folder: at.downloads });
    expect([...order].sort()).toEqual(wats);
    expect(shuffle([...order].reverse(), crawl)).toEqual(order);
    const many = Array.from({ length: 100 }, (_, index) => `file-${index}`);
    expect(shuffle(many, 'one')).not.toEqual(shuffle(many, 'two'));
    expect(shuffle(many, 'one').slice(0, 50)).toEqual(shuffle(many, 'one').slice(0, 50));
  });

  test('a crawl whose list of files has changed is not continued', async () => {
    const { crawl, wats } = at.mirror;
    const shorter = join(at.folder, 'shorter');
    await cp(at.mirrorFolder, shorter, { recursive: true });
    const list = join(shorter, `crawl-data/${crawl}/wat.paths.gz`);
    await writeFile(list, gzipSync(wats.slice(0, 3).join('\n')));
    expect(await at.load({ source: openCrawlSource(shorter, 'test') })).toBe('published');
    await expect(at.load()).rejects.toThrow(`The source lists other files for ${crawl} than when it was first loaded`);
    expect(await at.states()).toEqual([['ready', 3, 3]]);
    await at.dropAll();
    expect(await at.load({ files: 1 })).toBe('published');
  });

  test('a list with a path that is not allowed is read again once it is corrected', async () => {
    const { crawl } = at.mirror;
    const server: CrawlSource = { ...at.source, isLocal: false };
    const bad: CrawlSource = { ...server, open: async () => ({ body: one(gzipSync('../secret\n')), version: '' }) };
    await expect(readWatOrder(bad, crawl, { folder: at.downloads })).rejects.toThrow('not allowed');
    expect(await readWatOrder(server, crawl, { folder: at.downloads })).toHaveLength(4);
  });

  test('a part is read from when it is complete, and more files are another part', async () => {
    await expect(at.load({ files: 3, source: at.failingAt(3) })).rejects.toThrow('no longer there');
    expect(await at.states()).toEqual([['loading', 2, 3]]);
    expect(await at.readablePages()).toBe(0);
    expect(await at.load({ files: 3 })).toBe('published');
    const before = await at.readablePages();
    expect(before).toBe(pagesInMirror * 0.75);
    await expect(at.load({ source: at.failingAt(1) })).rejects.toThrow('no longer there');
    expect(await at.readablePages()).toBe(before);
    expect(await at.load()).toBe('published');
    expect(await at.states()).toEqual([
      ['ready', 3, 3],
      ['ready', 1, 1],
    ]);
    expect(await at.readablePages()).toBe(pagesInMirror);
  });

  test('a load that is not complete can be continued with more or fewer files', async () => {
    await expect(at.load({ files: 2, source: at.failingAt(2) })).rejects.toThrow('no longer there');
    await expect(at.load({ files: 4, source: at.failingAt(2) })).rejects.toThrow('no longer there');
    expect(await at.states()).toEqual([['loading', 2, 4]]);
    expect(await at.load({ files: 1 })).toBe('published');
    // Two files are loaded at once, so the first file may be missing from the two, or the second.
    expect([[['ready', 2, 2]], [['ready', 3, 3]]]).toContainEqual(await at.states());
  });

  test('fewer files than are in use leave a part alone that has none', async () => {
    expect(await at.load({ files: 2 })).toBe('published');
    await expect(at.load({ files: 4, source: at.failingAt(1) })).rejects.toThrow('no longer there');
    expect(await at.load({ files: 1 })).toBe('complete');
    expect(await at.load({ files: 2 })).toBe('complete');
    expect(await at.states()).toEqual([
      ['ready', 2, 2],
      ['loading', 0, 2],
    ]);
    expect(await at.load({ files: 3 })).toBe('published');
  });

  test('while a part is being published, no more files can be added to it', async () => {
    // What `publish` does while it builds indexes.
    const publishing = await at.db.pool.connect();
    const part = await at.openPart(2);
    await publishing.query('begin');
    await publishing.query(`select pg_advisory_xact_lock(hashtext('index_finish_pages'), $1)`, [part?.id]);
    try {
      await expect(at.openPart(3)).rejects.toThrow('is being published. Run the same command again once that is done.');
      expect(await at.openPart(2)).toMatchObject({ id: part?.id, wanted: 2 });
    } finally {
      await publishing.query('rollback');
      publishing.release();
    }
    expect(await at.openPart(3)).toMatchObject({ id: part?.id, wanted: 3 });
  });

  test('downloads of a server are removed once they are loaded', async () => {
    expect(await at.load({ source: { ...at.source, isLocal: false } })).toBe('published');
    expect(await at.readablePages()).toBe(pagesInMirror);
    expect((await measureDisk(at.db.kysely, at.downloads)).files).toBe(0);
  });

  test('downloads of crawls that are no longer loaded are removed, unless they are recent or not of a crawl', async () => {
    const left = (crawl: string) => join(at.downloads, `crawl-data/${crawl}/segments`);
    const longAgo = new Date(Date.now() - 86_400_000);
    const [dropped, recent, loading] = ['CC-MAIN-2020-05', 'CC-MAIN-2020-10', 'CC-MAIN-2020-16'] as const;
    const foreign = ['CC-MAIN-2020-05 old', 'backup'];
    for (const crawl of [dropped, recent, loading, ...foreign]) {
      await mkdir(left(crawl), { recursive: true });
      await writeFile(join(left(crawl), 'part.wat.gz'), 'part');
      const written = ['part.wat.gz', '.', '..'].map((path) => join(left(crawl), path));
      if (crawl !== recent) for (const path of written) await utimes(path, longAgo, longAgo);
    }
    await at.db.sql`insert into index_releases (kind, name, wanted, crawl_files) values ('pages', ${loading}, 1, 1)`;
    expect(await at.load({ files: 1 })).toBe('published');
    expect((await readdir(join(at.downloads, 'crawl-data'))).sort()).toEqual([...foreign, recent, loading].sort());
    await rm(join(at.downloads, 'crawl-data'), { recursive: true });
  });

  test('downloads that cannot be removed stop no load', async () => {
    const left = join(at.downloads, 'crawl-data/CC-MAIN-2020-05');
    await mkdir(left, { recursive: true });
    await utimes(left, 0, 0);
    const denied = new Error('permission denied');
    const removing = vi.spyOn(fs, 'rm').mockRejectedValue(denied);
    syncBuiltinESMExports();
    const warn = vi.fn();
    try {
      await forgetOtherCrawls({ db: at.db.kysely, log: { warn } }, { folder: at.downloads, crawl: at.mirror.crawl });
    } finally {
      removing.mockRestore();
      syncBuiltinESMExports();
    }
    expect(warn).toHaveBeenCalledExactlyOnceWith({ crawl: 'CC-MAIN-2020-05', err: denied }, expect.any(String));
    await rm(left, { recursive: true });
  });

  test('two loads at once give the same index as one', async () => {
    await at.load();
    const expected = await at.wholeIndex();
    await at.dropAll();
    const outcomes = await Promise.all([at.load(), at.load()]);
    expect(outcomes).toContain('published');
    expect(await at.wholeIndex()).toEqual(expected);
    expect(await at.states()).toEqual([['ready', 4, 4]]);
  });
});

describe('a load that dies', () => {
  const kills = isLongRun ? 20 : 4;

  test(`${kills} times ends with the same index as an undisturbed one`, { timeout: 600_000 }, async () => {
    await expectSameAfterKills(at, { kills, readAll: at.wholeIndex });
    expect(await at.readablePages()).toBe(pagesInMirror);
  });

  test('in a restored backup is continued, read and dropped', async () => {
    const { db } = at;
    await expect(at.load({ source: at.failingAt(3) })).rejects.toThrow('no longer there');
    // A restored database has the rows, and no partitions for them.
    const [release] = await readReleases(db.kysely);
    for (const table of ['index_sample_pages', 'index_sample_links']) {
      await db.pool.query(`create table backup as select * from ${table}`);
      await db.pool.query(`drop table ${table}_${release?.id}`);
      await db.pool.query(`insert into ${table} select * from backup`);
      await db.pool.query('drop table backup');
    }
    expect(await at.load()).toBe('published');
    expect(await at.readablePages()).toBe(pagesInMirror);
    await at.dropAll();
    expect((await at.wholeIndex()).pages).toEqual([]);
  });
});
