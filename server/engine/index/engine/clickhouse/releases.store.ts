// What PostgreSQL knows about the releases in ClickHouse: which are read, and what killed writers may have left in them.
import type pg from 'pg';
import type { Kdb } from '../../../../platform/db.ts';

/** The ids of the releases that are read. */
export async function readReadable(db: Kdb): Promise<number[]> {
  const rows = await db
    .selectFrom('index_releases')
    .select('id')
    .where('kind', '=', 'pages')
    .where('state', '=', 'ready')
    .where('engine', '=', 'clickhouse')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** In a transaction of its own: it must be known even if the process dies. */
export async function beginAttempt(db: Kdb, { release, number }: { release: number; number: number }): Promise<number> {
  const { id } = await db
    .insertInto('index_write_attempts')
    .values({ release_id: release, number })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** In the transaction that adds the file. */
export async function endAttempt(client: pg.Client, attempt: number): Promise<void> {
  await client.query('delete from index_write_attempts where id = $1', [attempt]);
}

/** What a release must have once it is published, and the attempts that did not end. */
export async function readUnpublished(client: pg.Client, release: number) {
  const { rows } = await client.query<{ pages: number; links: number; attempts: number[] }>(
    `select (select coalesce(sum(pages), 0)::bigint from index_files where release_id = $1) as pages,
      (select coalesce(sum(links), 0)::bigint from index_files where release_id = $1) as links,
      array(select id from index_write_attempts where release_id = $1) as attempts`,
    [release],
  );
  return rows[0] ?? { pages: 0, links: 0, attempts: [] };
}

/** False if the release has been dropped meanwhile. */
export async function markReady(
  client: pg.Client,
  release: number,
  { languages, attempts }: { languages: Record<string, number>; attempts: readonly number[] },
): Promise<boolean> {
  await client.query('delete from index_write_attempts where id = any($1)', [attempts]);
  const { rowCount } = await client.query(
    `update index_releases set state = 'ready', finished_at = now(), languages = $2 where id = $1 and state = 'loading'`,
    [release, JSON.stringify(languages)],
  );
  return rowCount === 1;
}
