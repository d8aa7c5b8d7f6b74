// The parts in which the pages of a crawl are loaded (index_releases), and the files they have (index_files).
import { sql } from 'kysely';
import type { Kdb } from '../../../../platform/db.ts';
import { OperatorError } from '../../../../platform/operator-error.ts';
import { type EngineName, lockForMoreFiles } from '../../engine/release-engine.ts';
import { type Release, releaseColumns } from '../releases/releases.store.ts';

export interface PagePart extends Release {
  /** The first file of the part, in the order of the crawl. */
  firstFile: number;
}

const partColumns = sql`${releaseColumns}, first_file as "firstFile"`;

export interface WantedFiles {
  crawl: string;
  files: number;
  /** Files of the whole crawl. */
  crawlFiles: number;
  /** Fingerprint of all files in their order (`fingerprintOf`). Parts loaded by an earlier version have none. */
  fileList: string;
}

interface StoredPart extends PagePart {
  part: number;
  fileList: string | null;
  crawlFiles: number | null;
  hasFiles: boolean;
}

/**
 * The part to load so that the first `files` files of the crawl are there: one that is not complete, otherwise a new one. Null if
 * enough are loaded. A part that was paused or stopped continues. Throws OperatorError if one is being published and has too few,
 * or if the crawl has other files than before: their numbers would be those of other files.
 */
export async function openPart(db: Kdb, { crawl, files, crawlFiles, fileList }: WantedFiles): Promise<PagePart | null> {
  return db.transaction().execute(async (tx) => {
    await lockParts(tx);
    const { rows: parts } = await sql<StoredPart>`
      select ${partColumns}, part, file_list as "fileList", crawl_files as "crawlFiles",
        exists (select from index_files where release_id = id) as "hasFiles"
      from index_releases where kind = 'pages' and name = ${crawl} order by part`.execute(tx);
    // An earlier version noted only how many files there were.
    const isChanged = parts.some((part) => (part.fileList ?? fileList) !== fileList || part.crawlFiles !== crawlFiles);
    if (isChanged) throw listChanged(crawl);
    const last = parts.at(-1);
    const covered = last ? last.firstFile + last.wanted : 0;
    // The earlier parts have so many, and nothing is lost if the last one is continued when more are asked for.
    if (last?.state === 'loading' && !last.hasFiles && files <= last.firstFile) return null;
    if (last && last.state !== 'ready') {
      const isPublishing = !(await lockForMoreFiles(tx, last.id));
      if (isPublishing && files > covered) {
        throw new OperatorError(`${crawl} is being published. Run the same command again once that is done.`);
      }
      // What is loaded stays: files may have been loaded in any order, so the part reaches at least to the last of them.
      const { rows } = await sql<PagePart>`
        update index_releases set pause_requested = false, problem = null, file_list = ${fileList},
          wanted = case when ${isPublishing}::boolean then wanted else greatest(${files - last.firstFile},
            (select max(number) + 1 - ${last.firstFile} from index_files where release_id = ${last.id}), 1) end
        where id = ${last.id} returning ${partColumns}`.execute(tx);
      return rows[0] ?? null;
    }
    if (files <= covered) return null;
    const { rows } = await sql<PagePart>`
      insert into index_releases (kind, name, part, first_file, wanted, crawl_files, file_list)
      values ('pages', ${crawl}, ${(last?.part ?? -1) + 1}, ${covered}, ${files - covered}, ${crawlFiles}, ${fileList})
      returning ${partColumns}`.execute(tx);
    return rows[0] ?? null;
  });
}

/** Two processes that start at the same time must not both add a part. */
const lockParts = (tx: Kdb) => sql`select pg_advisory_xact_lock(hashtext('index_open_part'))`.execute(tx);

/** Runs `work`, which must be short, with the crawls that are being loaded. Meanwhile, no other one begins. */
export async function whileNoPartOpens(db: Kdb, work: (loading: ReadonlySet<string>) => Promise<void>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockParts(tx);
    const { rows } = await sql<{ name: string }>`
      select name from index_releases where kind = 'pages' and state = 'loading'`.execute(tx);
    await work(new Set(rows.map(({ name }) => name)));
  });
}

const listChanged = (crawl: string) =>
  new OperatorError(
    `The source lists other files for ${crawl} than when it was first loaded, so Zeus can't tell which are still missing. ` +
      `Bring back the former list, or drop ${crawl} and add it again.`,
  );

export interface PartProgress {
  state: Release['state'];
  isPaused: boolean;
  /** Why the load stopped. */
  problem: string | null;
  /** Files. */
  loaded: number;
  wanted: number;
  pages: number;
  links: number;
  skipped: number;
}

/** Null if the part was dropped or is being dropped. */
export async function readProgress(db: Kdb, part: number): Promise<PartProgress | null> {
  const { rows } = await sql<PartProgress>`
    select state, pause_requested as "isPaused", problem, wanted, file.*
    from index_releases, lateral (
      select count(*) as loaded, coalesce(sum(pages), 0)::bigint as pages, coalesce(sum(links), 0)::bigint as links,
        coalesce(sum(skipped), 0)::bigint as skipped
      from index_files where release_id = ${part}) file
    where id = ${part} and state <> 'dropping'`.execute(db);
  return rows[0] ?? null;
}

export async function listLoadedFiles(db: Kdb, part: number): Promise<number[]> {
  const rows = await db.selectFrom('index_files').select('number').where('release_id', '=', part).execute();
  return rows.map(({ number }) => number);
}

/** Null if the file is not wanted: its part is published, paused or dropped, or got smaller. */
export async function findFile(
  db: Kdb,
  { part, number }: { part: number; number: number },
): Promise<{ crawl: string; isLoaded: boolean } | null> {
  const { rows } = await sql<{ crawl: string; isLoaded: boolean }>`
    select name as crawl,
      exists (select from index_files where release_id = ${part} and number = ${number}) as "isLoaded"
    from index_releases
    where id = ${part} and state = 'loading' and not pause_requested and ${number}::integer < first_file + wanted`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** Stops a load until `add pages` continues it. */
export async function stopLoad(db: Kdb, part: number, problem: string): Promise<void> {
  await db
    .updateTable('index_releases')
    .set({ pause_requested: true, problem })
    .where('id', '=', part)
    .where('state', '=', 'loading')
    .execute();
}

/** Of all parts of the crawl. */
export async function countLoadedFiles(db: Kdb, crawl: string): Promise<number> {
  const { rows } = await sql<{ files: number }>`
    select count(*) as files from index_files file join index_releases release on release.id = file.release_id
    where release.kind = 'pages' and release.name = ${crawl}`.execute(db);
  return rows[0]?.files ?? 0;
}

/** Pages and links in PostgreSQL that have no indexes yet, because their part is not published. */
export async function countUnindexed(db: Kdb): Promise<{ pages: number; links: number }> {
  const { rows } = await sql<{ pages: number; links: number }>`
    select coalesce(sum(file.pages), 0)::bigint as pages, coalesce(sum(file.links), 0)::bigint as links
    from index_files file join index_releases release on release.id = file.release_id
    where release.kind = 'pages' and release.state = 'loading' and release.engine = 'postgres'`.execute(db);
  return rows[0] ?? { pages: 0, links: 0 };
}

export interface PagesLoaded {
  name: string;
  pages: number;
  links: number;
  files: number;
  /** Files of the whole crawl. */
  crawlFiles: number;
}

/** What an engine reads of each crawl, newest crawl first. */
export async function readPagesLoaded(db: Kdb, engine: EngineName): Promise<PagesLoaded[]> {
  const { rows } = await sql<PagesLoaded>`
    select release.name, sum(file.pages)::bigint as pages, sum(file.links)::bigint as links, count(*) as files,
      max(release.crawl_files) as "crawlFiles"
    from index_releases release join index_files file on file.release_id = release.id
    where release.kind = 'pages' and release.state = 'ready' and release.engine = ${engine}
    group by release.name order by release.name desc`.execute(db);
  return rows;
}
