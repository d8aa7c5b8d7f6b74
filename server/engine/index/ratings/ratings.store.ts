// Rows of the link graph for the ratings: read in pages by key, written only where a value has changed.

import { sql } from 'kysely';
import type { Kdb } from '../../../platform/db.ts';
import { rows } from '../rows.ts';

export interface DomainLink {
  from: number;
  to: number;
  links: number;
  dofollow: number;
  pages: number;
}

export interface DomainFigures {
  id: number;
  rating: number;
  rank: number;
  linkedPages: number;
  referringDomains: number;
  dofollowBacklinks: number;
  totalBacklinks: number;
}

const READ = 50_000;
const WRITE = 5_000;

export async function readDomainIds(db: Kdb): Promise<number[]> {
  const ids: number[] = [];
  for (let last = 0; ; last = ids.at(-1) ?? last) {
    const page = await db
      .selectFrom('index_domains')
      .select('id')
      .where('id', '>', last)
      .orderBy('id')
      .limit(READ)
      .execute();
    for (const { id } of page) ids.push(id);
    if (page.length < READ) return ids;
  }
}

export async function* readDomainLinks(db: Kdb): AsyncGenerator<DomainLink[]> {
  let last = { to: 0, from: 0 };
  for (;;) {
    const page = await db
      .selectFrom('index_domain_links')
      .select(['from_domain_id as from', 'to_domain_id as to', 'links', 'dofollow', 'pages'])
      .where(sql<boolean>`(to_domain_id, from_domain_id) > (${last.to}, ${last.from})`)
      .orderBy('to_domain_id')
      .orderBy('from_domain_id')
      .limit(READ)
      .execute();
    yield page;
    const end = page.at(-1);
    if (end === undefined || page.length < READ) return;
    last = end;
  }
}

export async function writeDomainFigures(db: Kdb, figures: readonly DomainFigures[]): Promise<void> {
  const columns =
    'id bigint, rating real, rank float8, "linkedPages" integer, "referringDomains" integer, "dofollowBacklinks" integer, "totalBacklinks" integer';
  for (let start = 0; start < figures.length; start += WRITE) {
    await sql`
      update index_domains domain set
        rating = row.rating, rank = row.rank, linked_pages = row."linkedPages",
        referring_domains = row."referringDomains", dofollow_backlinks = row."dofollowBacklinks",
        total_backlinks = row."totalBacklinks"
      from ${rows(figures.slice(start, start + WRITE), columns)}
      where domain.id = row.id and (domain.rating, domain.rank, domain.linked_pages, domain.referring_domains,
          domain.dofollow_backlinks, domain.total_backlinks)
        is distinct from (row.rating, row.rank, row."linkedPages", row."referringDomains",
          row."dofollowBacklinks", row."totalBacklinks")`.execute(db);
  }
}

/**
 * Counts and strengths of the linked pages of these domains. A page that moved gives its links to the one that stands
 * for it. The strength of a page is what the domains that link to it give on to each of the pages they link to.
 */
export async function countPageLinks(db: Kdb, domains: readonly number[]): Promise<void> {
  const list = domains.map((id) => ({ id }));
  await sql`
    with wanted as materialized (
      select page.id, page.total_backlinks from index_pages page
      join ${rows(list, 'id bigint')} on row.id = page.domain_id),
    ways as (
      select id as page_id, id as via from wanted
      union all
      select page.moved_to, page.id from index_pages page join wanted on wanted.id = page.moved_to),
    pairs as (
      select ways.page_id, link.from_domain_id, count(*) as links, count(*) filter (where link.dofollow) as dofollow
      from ways join index_links link on link.to_page_id = ways.via
      group by ways.page_id, link.from_domain_id),
    sums as (
      select pairs.page_id, sum(pairs.links)::integer as total, sum(pairs.dofollow)::integer as dofollow,
        (count(*) filter (where pairs.dofollow > 0))::integer as referring,
        coalesce(sum(domain.rank / greatest(domain.linked_pages, 1)) filter (where pairs.dofollow > 0), 0) as strength
      from pairs join index_domains domain on domain.id = pairs.from_domain_id
      group by pairs.page_id),
    figures as (
      select wanted.id, coalesce(total, 0) as total, coalesce(dofollow, 0) as dofollow,
        coalesce(referring, 0) as referring, coalesce(strength, 0) as strength
      from wanted left join sums on sums.page_id = wanted.id
      where sums.page_id is not null or wanted.total_backlinks > 0)
    update index_pages page set
      total_backlinks = figures.total, dofollow_backlinks = figures.dofollow,
      referring_domains = figures.referring, strength = figures.strength
    from figures
    where page.id = figures.id and (page.total_backlinks, page.dofollow_backlinks, page.referring_domains, page.strength)
      is distinct from (figures.total, figures.dofollow, figures.referring, figures.strength)`.execute(db);
}

export interface PageStrength {
  id: number;
  strength: number;
  referringDomains: number;
}

export async function* readPageStrengths(db: Kdb): AsyncGenerator<PageStrength[]> {
  for (let last = 0; ; ) {
    const page = await db
      .selectFrom('index_pages')
      .select(['id', 'strength', 'referring_domains as referringDomains'])
      .where('referring_domains', '>', 0)
      .where('id', '>', last)
      .orderBy('id')
      .limit(READ)
      .execute();
    yield page;
    if (page.length < READ) return;
    last = page.at(-1)?.id ?? last;
  }
}

/** Writes the ratings and takes them from pages that have fewer referring domains now. */
export async function writeUrlRatings(
  db: Kdb,
  ratings: readonly { id: number; rating: number }[],
  leastDomains: number,
): Promise<void> {
  for (let start = 0; start < ratings.length; start += WRITE) {
    await sql`
      update index_pages page set url_rating = row.rating
      from ${rows(ratings.slice(start, start + WRITE), 'id bigint, rating real')}
      where page.id = row.id and page.url_rating <> row.rating`.execute(db);
  }
  await db
    .updateTable('index_pages')
    .set({ url_rating: -1 })
    .where('url_rating', '>=', 0)
    .where('referring_domains', '<', leastDomains)
    .execute();
}
