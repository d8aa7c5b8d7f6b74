// Backups made before migration 36 hold jobs in a table of pg-boss. It is made again with text columns, which take any value;
// the migration then moves the jobs to `jobs` and drops it.
import { quoted, type Table } from './catalog.ts';
import type { Session } from './session.ts';

export async function makeFormerQueue(session: Session, tables: readonly Table[]): Promise<void> {
  const jobs = tables.find(({ schema, name }) => schema === 'pgboss' && name === 'job');
  if (!jobs) return;
  await session.query('create schema pgboss');
  await session.query(`create table pgboss.job (${jobs.columns.map((name) => `${quoted(name)} text`).join(', ')})`);
}
