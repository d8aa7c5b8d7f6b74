// Which engine stores a release. It is decided once, so that another INDEX_URL neither hides a release nor mixes two.
import { sql } from 'kysely';
import type pg from 'pg';
import type { Config } from '../../../platform/config.ts';
import type { Database, Kdb } from '../../../platform/db.ts';
import { OperatorError } from '../../../platform/operator-error.ts';

export type EngineName = 'postgres' | 'clickhouse';

/** The engine that these settings choose. */
export const engineNameOf = ({ clickhouse }: Pick<Config['linkIndex'], 'clickhouse'>): EngineName =>
  clickhouse === null ? 'postgres' : 'clickhouse';

/**
 * Reserves a release for an engine before anything of it is stored; `prepare` runs while all others that claim it wait, and only for
 * the first. Throws OperatorError if another engine has the release.
 */
export async function claimRelease(
  db: Database,
  release: number,
  engine: EngineName,
  prepare?: () => Promise<void>,
): Promise<void> {
  await db.kysely.transaction().execute(async (tx) => {
    const { rows } = await sql<{ engine: EngineName; isNew: boolean }>`
      select engine, not exists (select from index_files where release_id = ${release}) as "isNew"
      from index_releases where id = ${release} for no key update`.execute(tx);
    const [found] = rows;
    if (found === undefined || found.engine === engine) return;
    if (!found.isNew) throw storedElsewhere(found.engine);
    await prepare?.();
    await tx.updateTable('index_releases').set({ engine }).where('id', '=', release).execute();
  });
}

/**
 * For the transaction that publishes a release: whether all of its files are there. Until the transaction ends, nobody else publishes
 * the release or asks for more files of it (`lockForMoreFiles`).
 */
export async function lockToPublish(client: pg.Client, release: number): Promise<PublishState> {
  // First without the lock: after each file, it would look as if the release were being published.
  if ((await publishStateOf(client, release)) === 'incomplete') return 'incomplete';
  await client.query(`select pg_advisory_xact_lock(${publishLock}, $1)`, [release]);
  return publishStateOf(client, release);
}

type PublishState = 'loading' | 'ready' | 'incomplete';

async function publishStateOf(client: pg.Client, release: number): Promise<PublishState> {
  const { rows } = await client.query<{ state: string; isComplete: boolean }>(
    `select state, wanted <= (
        select count(*) from index_files where release_id = $1 and number < first_file + wanted) as "isComplete"
    from index_releases where id = $1`,
    [release],
  );
  const [found] = rows;
  if (found?.state === 'ready') return 'ready';
  return found?.state === 'loading' && found.isComplete ? 'loading' : 'incomplete';
}

/** Whether more files of a release may be asked for until the transaction ends: not while it is being published. */
export async function lockForMoreFiles(tx: Kdb, release: number): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${sql.raw(publishLock)}, ${release}::integer) as locked`.execute(tx);
  return rows[0]?.locked === true;
}

// Also taken by the function index_finish_pages.
const publishLock = `hashtext('index_finish_pages')`;

/** Undefined if there is no such release. */
export async function engineOf(db: Kdb, release: number): Promise<string | undefined> {
  const found = await db.selectFrom('index_releases').select('engine').where('id', '=', release).executeTakeFirst();
  return found?.engine;
}

/** Throws OperatorError if another engine has the release. */
export async function checkEngine(db: Kdb, release: number, engine: EngineName): Promise<void> {
  const found = await engineOf(db, release);
  if (found !== undefined && found !== engine) throw storedElsewhere(found);
}

const storedElsewhere = (engine: string) =>
  new OperatorError(
    engine === 'clickhouse'
      ? 'The pages of this release are in ClickHouse. Set INDEX_URL to work with them.'
      : 'The pages of this release are in PostgreSQL. Drop it first, or unset INDEX_URL.',
  );
