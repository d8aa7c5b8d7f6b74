// The page sample in PostgreSQL: a partition of pages and one of links per release, filled by COPY and indexed afterwards,
// and one of lists that are made then.
import type { Queryable } from '../../../platform/database/run-prepared.ts';
import type { Database } from '../../../platform/db.ts';
import { loadInTransaction } from '../common-crawl/load-transaction.ts';
import type { IndexEngine, IndexReader } from './index-engine.ts';
import { dropPartitions, openPartitions } from './partitions.ts';
import { postgresWriter } from './postgres-writer.ts';
import { checkEngine, claimRelease, lockToPublish } from './release-engine.ts';
import { linksToDomain, linksToUrls } from './sample-backlinks.store.ts';
import { lastCaptures } from './sample-captures.store.ts';
import { matchSample, sampleLanguages } from './sample-search.store.ts';
import { writeFile } from './write-file.ts';

export const postgresReader = (db: Queryable): IndexReader => ({
  backlinksOf: (target, range) =>
    'domain' in target ? linksToDomain(db, target.domain, range) : linksToUrls(db, target.urls, range),
  searchPages: (request) => matchSample(db.kysely, request),
  languages: () => sampleLanguages(db.kysely, 'postgres'),
  capturesOf: (urls) => lastCaptures(db.kysely, urls),
});

export function postgresEngine(db: Database): IndexEngine {
  return {
    ...postgresReader(db),
    async beginRelease(release) {
      await claimRelease(db, release, 'postgres');
      await openPartitions(db.address, release);
    },
    write: (release, file) => writeFile(db, { release, file }, postgresWriter({ release, file: file.number })),
    async publish(release) {
      // Building indexes takes longer than an ordinary statement may, and so may waiting for the last file before a drop.
      return loadInTransaction(db.address, async (client) => {
        const state = await lockToPublish(client, release);
        if (state !== 'loading') return state === 'ready';
        await client.query('select index_finish_pages($1)', [release]);
        // It may have been dropped meanwhile.
        const { rowCount } = await client.query(
          `update index_releases set state = 'ready', finished_at = now() where id = $1 and state = 'loading'`,
          [release],
        );
        return rowCount === 1;
      });
    },
    async drop(release) {
      await checkEngine(db.kysely, release, 'postgres');
      await dropPartitions(db.address, release);
    },
    remoteBytes: () => Promise.resolve(null),
  };
}
