// The page sample in ClickHouse (INDEX_URL): sharded and replicated tables with a partition per release. Which releases and files are
// loaded is in PostgreSQL, which also computes lexemes and ranks what was found, so that both engines answer alike (decision 65).
import type { Database } from '../../../../platform/db.ts';
import { loadInTransaction } from '../../common-crawl/load-transaction.ts';
import type { IndexEngine, IndexReader } from '../index-engine.ts';
import { dropPartitions } from '../partitions.ts';
import { claimRelease, engineOf, lockToPublish } from '../release-engine.ts';
import { sampleLanguages } from '../sample-search.store.ts';
import { keyOf } from '../text-key.ts';
import { writeFile } from '../write-file.ts';
import { toOperatorError } from './clickhouse-error.ts';
import { clickhouseWriter } from './clickhouse-writer.ts';
import type { ClickHouse } from './connect.ts';
import { deleteAttempts } from './delete-attempts.ts';
import { dropRows } from './drop-rows.ts';
import { checkRows, countLanguages, mergeParts } from './publish-rows.ts';
import { readConsistently } from './read-consistently.ts';
import { markReady, readUnpublished } from './releases.store.ts';
import { linksToDomain, linksToUrls } from './sample-backlinks.store.ts';
import { readCaptures } from './sample-pages.store.ts';
import { searchSample } from './search-sample.ts';
import { createTables, measureBytes } from './tables.ts';

interface Parts {
  db: Pick<Database, 'kysely'>;
  clickhouse: ClickHouse;
}

/** Throws ProviderError if ClickHouse can't be asked. */
export function clickhouseReader({ db: { kysely: db }, clickhouse }: Parts): IndexReader {
  return {
    backlinksOf: (target, range) =>
      readConsistently(db, [], (releases) => {
        const source = { clickhouse, releases };
        return 'domain' in target
          ? linksToDomain(source, target.domain, range)
          : linksToUrls(source, target.urls, range);
      }),
    searchPages: (request) =>
      readConsistently(db, [], (releases) => searchSample({ db, clickhouse }, releases, request)),
    languages: () => sampleLanguages(db, 'clickhouse'),
    capturesOf: (urls) =>
      readConsistently(db, new Map<string, Date>(), async (releases) => {
        const captures = await readCaptures(clickhouse, releases, urls.map(keyOf));
        return new Map(urls.flatMap((url) => entryOf(url, captures.get(keyOf(url)))));
      }),
  };
}

const entryOf = (url: string, at: Date | undefined): [string, Date][] => (at === undefined ? [] : [[url, at]]);

interface EngineParts extends Parts {
  db: Database;
}

/** Writing throws OperatorError if ClickHouse can't be asked or refuses. */
export function clickhouseEngine({ db, clickhouse }: EngineParts): IndexEngine {
  const forOperator = <T>(work: Promise<T>) =>
    work.catch((error: unknown) => {
      throw toOperatorError(error);
    });
  return {
    ...clickhouseReader({ db, clickhouse }),
    beginRelease: (release) => forOperator(begin({ db, clickhouse }, release)),
    write: (release, file) =>
      forOperator(
        writeFile(db, { release, file }, clickhouseWriter({ db, clickhouse }, { release, number: file.number })),
      ),
    publish: (release) => forOperator(publish({ db, clickhouse }, release)),
    drop: (release) => forOperator(drop({ db, clickhouse }, release)),
    remoteBytes: () => forOperator(measureBytes(clickhouse)),
  };
}

/** Also creates the tables of a release that was begun before, because ClickHouse may have been installed again since. */
async function begin({ db, clickhouse }: EngineParts, release: number): Promise<void> {
  await createTables(clickhouse);
  // There may be rows of another PostgreSQL database, whose releases had the same numbers.
  await claimRelease(db, release, 'clickhouse', () => dropRows(clickhouse, release));
}

async function publish({ db, clickhouse }: EngineParts, release: number): Promise<boolean> {
  return loadInTransaction(db.address, async (client) => {
    const state = await lockToPublish(client, release);
    if (state !== 'loading') return state === 'ready';
    const files = await readUnpublished(client, release);
    await deleteAttempts(clickhouse, { release, attempts: files.attempts });
    await checkRows(clickhouse, release, files);
    await mergeParts(clickhouse, release);
    const languages = await countLanguages(clickhouse, release);
    return markReady(client, release, { languages, attempts: files.attempts });
  });
}

async function drop({ db, clickhouse }: EngineParts, release: number): Promise<void> {
  if ((await engineOf(db.kysely, release)) !== 'clickhouse') return dropPartitions(db.address, release);
  await loadInTransaction(db.address, async (client) => {
    // Waits for files that are being written; no others begin once the release is to be dropped.
    await client.query('select from index_releases where id = $1 for update', [release]);
    // ClickHouse may have lost them, and refuses to drop a partition of a table that isn't there.
    await createTables(clickhouse);
    await dropRows(clickhouse, release);
  });
}
