// For tests of loading pages: a database, a mirror with four WAT files of the practice web, and what `add pages` does with them.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { z } from 'zod';
import { buildWorld } from '../../../../../practice/data/build-world.ts';
import { OperatorError } from '../../../../platform/operator-error.ts';
import { defineJob } from '../../../../platform/queue/job.ts';
import { openQueue } from '../../../../platform/queue.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import type { IndexEngine } from '../../engine/index-engine.ts';
import { postgresEngine } from '../../engine/postgres-engine.ts';
import { dropRelease } from '../drop-release.ts';
import { loadFileJob } from '../pages/load-file.job.ts';
import { loadFile } from '../pages/load-file.ts';
import { followLoad, startLoad } from '../pages/load-pages.ts';
import { openPart, type PartProgress } from '../pages/page-parts.store.ts';
import { readReleases } from '../releases/releases.store.ts';
import { type CrawlSource, openCrawlSource } from '../source/crawl-source.ts';
import { writeMirror } from './write-mirror.ts';

export const pagesInMirror = 48;

/** Like the one in server/jobs.ts, which the engine does not know. */
const loadIndexFile = defineJob({
  name: 'test.load-file',
  payload: z.object({ part: z.int(), number: z.int(), path: z.string(), source: z.string() }),
  key: ({ part, number }) => `${part}/${number}`,
  concurrency: 2,
});

export interface Load {
  engine: IndexEngine;
  source: CrawlSource;
  files: number;
  diskBytes: number;
  onProgress(progress: PartProgress): void;
}

export type MirrorLoads = Awaited<ReturnType<typeof openMirrorLoads>>;

export async function openMirrorLoads(engineOn: (db: TestDatabase) => IndexEngine = postgresEngine) {
  const [db, folder] = await Promise.all([createTestDatabase(), mkdtemp(join(tmpdir(), 'zeus-pages-'))]);
  const engine = engineOn(db);
  const mirrorFolder = join(folder, 'mirror');
  const downloads = join(folder, 'downloads');
  const mirror = await writeMirror(mirrorFolder, buildWorld(), { watPages: pagesInMirror });
  const source = openCrawlSource(mirrorFolder, 'test');

  /** What `add pages` does, but for the thread: enqueues the files, works on them, and waits for the end. */
  async function load(options: Partial<Load> = {}) {
    const from = { db, engine: options.engine ?? engine, source: options.source ?? source };
    const { files = 4, diskBytes = 50e9 } = options;
    const queue = await openQueue(db, { jobs: [loadIndexFile], log: pino({ level: 'silent' }), drainSeconds: 60 });
    const reading = { folder: downloads, pauseMs: 1 };
    const budget = { folder: downloads, diskBytes, isDatabaseLocal: true };
    try {
      const part = await startLoad(
        { ...from, enqueue: (orders) => queue.enqueueMany(db.kysely, loadIndexFile, orders) },
        { ...reading, crawl: mirror.crawl, files, place: mirrorFolder },
      );
      if (part === null) return 'complete';
      queue.handle(
        loadIndexFile,
        loadFileJob({
          ...{ db: db.kysely, engine: from.engine, budget },
          load: (file, signal) => loadFile(from, file, { ...reading, ...budget, signal }),
        }),
      );
      await queue.startWorking();
      return await followLoad(db.kysely, part.id, { pollMs: 10, ...options });
    } finally {
      await queue.stop();
    }
  }

  const openFirst = (files: number) =>
    openPart(db.kysely, { crawl: mirror.crawl, files, crawlFiles: 4, fileList: 'list' });

  /** Every row, without the number of the release. */
  async function wholeIndex() {
    const [pages, links, files] = await Promise.all([
      db.sql`select to_jsonb(page) - 'release_id' as row from index_sample_pages page order by url, row`,
      db.sql`select to_jsonb(link) - 'release_id' as row from index_sample_links link order by page_key, to_url, row`,
      db.sql`select number, pages, links, skipped from index_files order by number`,
    ]);
    return { pages, links, files };
  }

  async function dropAll() {
    for (const name of new Set((await readReleases(db.kysely)).map((release) => release.name))) {
      await dropRelease({ db, engine }, { name, folder: downloads });
    }
  }

  return {
    ...{ db, engine, folder, mirrorFolder, downloads, mirror, source, load, wholeIndex, dropAll, openPart: openFirst },
    states: async () => (await readReleases(db.kysely)).map(({ state, loaded, wanted }) => [state, loaded, wanted]),
    async readablePages() {
      const urls = await db.sql<{ url: string }[]>`select distinct url from index_sample_pages`;
      return (await engine.capturesOf(urls.map(({ url }) => url))).size;
    },
    /** The same source, which fails from the so-many-th WAT file on. */
    failingAt(file: number): CrawlSource {
      let opened = 0;
      return {
        ...source,
        async open(path, start) {
          if (path.endsWith('.wat.gz')) opened += 1;
          if (opened >= file) throw new OperatorError('no longer there');
          return source.open(path, start);
        },
      };
    },
    /** Before each test. Jobs of the last one may be left. */
    async empty() {
      await dropAll();
      await db.sql`truncate jobs, dead_letters`;
    },
    close: () => Promise.all([db.drop(), rm(folder, { recursive: true })]),
  };
}
