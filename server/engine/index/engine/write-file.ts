// Writes the pages and links of one WAT file in one transaction, in batches, so that memory does not depend on the size of the file.
import type pg from 'pg';
import type { Database } from '../../../platform/db.ts';
import { OperatorError } from '../../../platform/operator-error.ts';
import { domainOf } from '../../pages/page-url.ts';
import { loadInTransaction } from '../common-crawl/load-transaction.ts';
import { ratingOf } from '../common-crawl/ranks/rank-rating.ts';
import { findRanks } from '../common-crawl/ranks/ranks.store.ts';
import type { WatPage } from '../common-crawl/wat/wat-page.ts';
import type { FileCounts, SampleFile } from './index-engine.ts';

export type Ratings = ReadonlyMap<string, number>;

/** How an engine stores the pages of a file, within the transaction that adds the file to `index_files`. */
export interface FileWriter {
  /** A batch ends once it has so many of either. */
  batchPages: number;
  batchLinks: number;
  begin(client: pg.Client): Promise<void>;
  /** `ratings`: of the pages' domains; unrated ones are left out. */
  write(client: pg.Client, pages: readonly WatPage[], ratings: Ratings): Promise<void>;
  finish?(client: pg.Client): Promise<void>;
}

/** Null if the file is already there. Throws OperatorError if the release is not being loaded. */
export async function writeFile(
  db: Database,
  { release, file }: { release: number; file: SampleFile },
  writer: FileWriter,
): Promise<FileCounts | null> {
  const counts: FileCounts = { pages: 0, links: 0, skipped: 0 };
  let isNew = false;
  await loadInTransaction(db.address, async (client) => {
    // A second writer of the same file waits here, and then has nothing to do.
    isNew = await addFile(client, release, file.number);
    if (!isNew) return;
    await writer.begin(client);
    let batch: WatPage[] = [];
    let written = 0;
    const flush = async () => {
      if (batch.length > 0) await writer.write(client, batch, await ratingsOf(db, batch));
      batch = [];
      written = counts.links;
    };
    for await (const page of file.pages) {
      counts.pages += 1;
      counts.links += page.links.length;
      batch.push(page);
      if (batch.length >= writer.batchPages || counts.links - written >= writer.batchLinks) await flush();
    }
    await flush();
    counts.skipped = file.skipped();
    await writer.finish?.(client);
    await finish(client, release, file.number, counts);
  });
  return isNew ? counts : null;
}

/** Locks the release until the end of the transaction, so that a drop waits for the file. False if the file is already there. */
async function addFile(client: pg.Client, release: number, number: number): Promise<boolean> {
  const { rows } = await client.query<{ state: string }>(
    'select state from index_releases where id = $1 for key share',
    [release],
  );
  const { rowCount } = await client.query(
    'insert into index_files select id, $2, 0, 0, 0 from index_releases where id = $1 on conflict do nothing',
    [release, number],
  );
  if (rowCount === 1 && rows[0]?.state === 'loading') return true;
  if (rowCount === 1 || rows.length === 0) throw new OperatorError(droppedMeanwhile);
  return false;
}

const droppedMeanwhile = 'The release was dropped or published meanwhile.';

/** Last, because a release may be dropped at any time, and the rows written meanwhile must not stay. */
async function finish(client: pg.Client, release: number, number: number, counts: FileCounts): Promise<void> {
  const { pages, links, skipped } = counts;
  await client.query(
    'update index_files set pages = $3, links = $4, skipped = $5 where release_id = $1 and number = $2',
    [release, number, pages, links, skipped],
  );
  const { rows } = await client.query<{ isWanted: boolean }>(
    `update index_releases set loaded = loaded + 1, skipped = skipped + $2 where id = $1 and state = 'loading'
    returning $3 < first_file + wanted as "isWanted"`,
    [release, skipped, number],
  );
  if (rows.length === 0) throw new OperatorError(droppedMeanwhile);
  // The operator has asked for fewer files since. The job is tried again, and ends.
  if (!rows[0]?.isWanted) throw new Error('The file is no longer wanted.');
}

/** By the ranks that are loaded; without ranks, no domain is rated. */
async function ratingsOf(db: Database, pages: readonly WatPage[]): Promise<Ratings> {
  const ranks = await findRanks(db.kysely, [...new Set(pages.map(({ url }) => domainOf(url)))]);
  return new Map(ranks.map(({ name, position, domains }) => [name, ratingOf(position, domains)]));
}
