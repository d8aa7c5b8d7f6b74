// The page sample that searches of this Zeus read.
import type { Database } from '../../../platform/db.ts';
import type { IndexReader } from './index-engine.ts';
import { postgresReader } from './postgres-engine.ts';

/** None on the practice web, whose campaigns must not find pages of the real one. */
export const sampleFor = ({
  db,
  practice,
}: {
  db: Pick<Database, 'kysely'>;
  practice?: unknown;
}): IndexReader | undefined => (practice === undefined ? postgresReader(db.kysely) : undefined);
