// What pages say about sites: which one is really another, and which link to a watched site.
import { sql } from 'kysely';
import type { Kdb } from '../../platform/db.ts';

export interface SiteAlias {
  domain: string;
  target: string;
  /** Whether it redirects there for good; otherwise it only names it as its canonical. */
  redirects: boolean;
}

/** Aliases that no page has confirmed for this long are removed: the domain may belong to somebody else by now. */
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

/** Keeps the links to sites that some user calls their own. */
export async function saveWatchedLinks(db: Kdb, { domain, url, targets }: WatchedLinks): Promise<void> {
  await sql`
    insert into watched_links as known (to_domain, domain, url)
    select site.domain, ${domain}, ${url} from watched_sites site
    where site.domain = any (${[...targets]}::text[]) order by site.domain limit ${maxWatchedLinks} for key share
    on conflict (to_domain, domain) do update set url = excluded.url, seen_at = now()
    where known.seen_at < now() - interval '1 day'`.execute(db);
}
