// The page sample that searches of this Zeus read.
import type { Config } from '../../../platform/config.ts';
import type { Queryable } from '../../../platform/database/run-prepared.ts';
import { readerFor } from './engine-for.ts';
import type { IndexReader } from './index-engine.ts';

/** None on the practice web, whose campaigns must not find pages of the real one. */
export const sampleFor = ({
  db,
  config,
  practice,
}: {
  db: Queryable;
  config: { linkIndex: Pick<Config['linkIndex'], 'clickhouse'> };
  practice?: unknown;
}): IndexReader | undefined => (practice === undefined ? readerFor(db, config.linkIndex) : undefined);
