// The rows of index_releases: what is loaded, being loaded or dropped.
import { sql } from 'kysely';
import type { Kdb } from '../../../../platform/db.ts';
import { OperatorError } from '../../../../platform/operator-error.ts';
import type { EngineName } from '../../engine/release-engine.ts';
import { graphLock } from '../load-lock.ts';

export type ReleaseKind = 'ranks' | 'graph' | 'pages';

export interface Release {
  id: number;
  kind: ReleaseKind;
  name: string;
  state: 'loading' | 'ready' | 'dropping';
  /** Domains in the whole web graph, and of a graph that is ready those with a name; null for pages. */
  domains: number | null;
  /** Which engine stores it; of a part without files, which one did last. */
  engine: EngineName;
  /** Rows of ranks, links of a graph, or files of pages. */
  wanted: number;
  loaded: number;
  skipped: number;
  isPaused: boolean;
  /** Why loading stopped. */
  problem: string | null;
  startedAt: Date;
  finishedAt: Date | null;
}

export const releaseColumns = sql`id, kind, name, state, domains, engine, wanted, loaded, skipped, pause_requested as "isPaused", problem,
  started_at as "startedAt", finished_at as "finishedAt"`;

export async function readReleases(db: Kdb): Promise<Release[]> {
  return (await sql<Release>`select ${releaseColumns} from index_releases order by kind, name, part`.execute(db)).rows;
}

/** The ranks or the graph in use. */
export async function findReady(db: Kdb, kind: 'ranks' | 'graph'): Promise<Release | undefined> {
  const { rows } = await sql<Release>`
    select ${releaseColumns} from index_releases where kind = ${kind} and state = 'ready'
    order by finished_at desc limit 1`.execute(db);
  return rows[0];
}

/**
 * The release, created if it is not there yet. One that is still loading gets the new number of rows. Clears a request to pause. Throws
 * OperatorError if it is being dropped.
 */
export async function openRelease(
  db: Kdb,
  release: Pick<Release, 'kind' | 'name' | 'domains' | 'wanted'>,
): Promise<Release> {
  const { kind, name, domains, wanted } = release;
  const { rows } = await sql<Release>`
    insert into index_releases (kind, name, domains, wanted) values (${kind}, ${name}, ${domains}, ${wanted})
    on conflict (kind, name, part) do update
      set wanted = case when index_releases.state = 'loading' then excluded.wanted else index_releases.wanted end,
        pause_requested = false
    returning ${releaseColumns}`.execute(db);
  const found = rows[0] as Release;
  if (found.state === 'dropping') throw beingDropped(name);
  return found;
}

export const beingDropped = (name: string): OperatorError =>
  new OperatorError(`${name} is being dropped. Run: npm run index -- drop ${name}`);

/**
 * Loads of pages stop after their current file, those of a graph at their next checkpoint. If a graph is locked and none is new, the one
 * in use is being loaded on a further machine. Returns the names of the releases.
 */
export async function requestPause(db: Kdb): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    update index_releases set pause_requested = true
    where kind in ('pages', 'graph') and state = 'loading'
      or kind = 'graph' and state = 'ready'
        and not exists (select from index_releases other where other.kind = 'graph' and other.state = 'loading')
        and not pg_try_advisory_xact_lock(${sql.raw(graphLock.sql)})
    returning name`.execute(db);
  return [...new Set(rows.map(({ name }) => name))];
}

/** How far a graph is loaded, or what it has in the end. */
export async function noteGraph(
  db: Kdb,
  id: number,
  { loaded, skipped, domains }: { loaded: number; skipped: number; domains?: number },
): Promise<void> {
  await db
    .updateTable('index_releases')
    // A graph with a single domain has no links, and is refused before.
    .set({ loaded, skipped, ...(domains === undefined ? {} : { domains: Math.max(2, domains) }) })
    .where('id', '=', id)
    .execute();
}

/**
 * Makes a release the one that is read. Those of its kind that were read before are to be dropped; returns their ids. Throws
 * OperatorError if the release was dropped meanwhile: the former one stays.
 */
export async function publishRelease(db: Kdb, { id, kind }: Pick<Release, 'id' | 'kind'>): Promise<number[]> {
  return db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('index_releases')
      .set({ state: 'ready', finished_at: new Date() })
      .where('id', '=', id)
      .where('state', '<>', 'dropping')
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new OperatorError('The release was dropped while it was being loaded.');
    const former = await tx
      .updateTable('index_releases')
      .set({ state: 'dropping' })
      .where('kind', '=', kind)
      .where('id', '<>', id)
      .where('state', 'in', ['ready', 'dropping'])
      .returning('id')
      .execute();
    return former.map((row) => row.id);
  });
}

/** From now on nobody reads them. Returns the releases of this name as they were before. */
export async function markDropping(db: Kdb, name: string): Promise<Pick<Release, 'id' | 'kind' | 'state'>[]> {
  const { rows } = await sql<Pick<Release, 'id' | 'kind' | 'state'>>`
    with former as (select id, state from index_releases where name = ${name} for update)
    update index_releases release set state = 'dropping' from former where release.id = former.id
    returning release.id, release.kind, former.state`.execute(db);
  return rows;
}

export async function deleteRelease(db: Kdb, id: number): Promise<void> {
  await db.deleteFrom('index_releases').where('id', '=', id).execute();
}
