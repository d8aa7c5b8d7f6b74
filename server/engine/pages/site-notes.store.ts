// What pages say about sites: which one is really another, and which link to a watched site.
import { sql } from 'kysely';
import type { Kdb } from '../../platform/db.ts';

export interface SiteAlias {
  domain: string;
  target: string;
  /** Whether it redirects there for good; otherwise it only names it as its canonical. */
  redirects: boolean;
}

/** Aliases that no page has confirmed for this long are removed: the domain may have changed hands by now. */
const aliasDays = 365;

export async function saveAlias(db: Kdb, alias: SiteAlias): Promise<void> {
  const { target, redirects } = alias;
  await db
    .insertInto('site_aliases')
    .values(alias)
    .onConflict((on) => on.column('domain').doUpdateSet({ target, redirects, seen_at: sql`now()` }))
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

/** Idempotent. */
export async function removeOldAliases(db: Kdb): Promise<void> {
  await sql`delete from site_aliases where seen_at < now() - make_interval(days => ${aliasDays})`.execute(db);
}

export interface WatchedLinks {
  domain: string;
  url: string;
  /** The sites that the page links to. */
  targets: readonly string[];
}

/** A page that links to more watched sites is a directory; some of them are enough. */
const maxWatchedLinks = 20;

/**
 * Keeps the links of these pages to sites that some user calls their own. Sites are locked in order, so that two processes can't
 * deadlock.
 */
export async function saveWatchedLinks(db: Kdb, pages: readonly WatchedLinks[]): Promise<void> {
  const links = pages.flatMap(({ targets, ...page }) => targets.map((to_domain) => ({ ...page, to_domain })));
  const targets = [...new Set(links.map(({ to_domain }) => to_domain))];
  await sql`
    with watched as materialized (
      select domain from watched_sites where domain = any (${targets}::text[]) order by domain for key share),
    linked as (
      select to_domain, link.domain, url, row_number() over (partition by url order by to_domain) as number
      from watched join json_to_recordset(${JSON.stringify(links)}::text::json) as link (domain text, url text, to_domain text)
        on link.to_domain = watched.domain)
    insert into watched_links as known (to_domain, domain, url)
    select distinct on (to_domain, domain) to_domain, domain, url from linked where number <= ${maxWatchedLinks}
    order by to_domain, domain
    on conflict (to_domain, domain) do update set url = excluded.url, seen_at = now()
    where known.seen_at < now() - interval '1 day'`.execute(db);
}
