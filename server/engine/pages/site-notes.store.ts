// What pages say about sites: which one is really another, and which link to a watched site.
import { sql } from 'kysely';
import type { Kdb } from '../../platform/db.ts';

export async function saveAlias(db: Kdb, alias: { domain: string; target: string }): Promise<void> {
  await db
    .insertInto('site_aliases')
    .values(alias)
    .onConflict((on) => on.column('domain').doUpdateSet({ target: alias.target, seen_at: sql`now()` }))
    .execute();
}

/** The targets of those of the sites that say they are another one. */
export async function listAliases(db: Kdb, domains: readonly string[]): Promise<Map<string, string>> {
  if (domains.length === 0) return new Map();
  const rows = await db
    .selectFrom('site_aliases')
    .select(['domain', 'target'])
    .where(sql<boolean>`domain = any (${[...domains]}::text[])`)
    .execute();
  return new Map(rows.map(({ domain, target }) => [domain, target]));
}

/** The site shows itself again. */
export async function forgetAlias(db: Kdb, domain: string): Promise<void> {
  await db.deleteFrom('site_aliases').where('domain', '=', domain).execute();
}

/** Sites that users call their own, whoever they are. */
export async function listWatchedSites(db: Kdb): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('watched_sites').select('domain').execute();
  return new Set(rows.map(({ domain }) => domain));
}

export interface WatchedLinks {
  domain: string;
  url: string;
  targets: readonly string[];
}

/** Skips sites that are not watched any more. */
export async function saveWatchedLinks(db: Kdb, { domain, url, targets }: WatchedLinks): Promise<void> {
  await sql`
    insert into watched_links as known (to_domain, domain, url)
    select site.domain, ${domain}, ${url} from watched_sites site
    where site.domain = any (${[...targets]}::text[]) order by site.domain for key share
    on conflict (to_domain, domain) do update set url = excluded.url, seen_at = now()
    where known.seen_at < now() - interval '1 day'`.execute(db);
}
