// Writes the findings of a batch of URLs: pages, texts, links. The crawler's texts and links are a partition of the index (decision 71).
// Writing the same batch twice changes nothing.

import { sql } from 'kysely';
import type { Kdb, Tx } from '../../../platform/db.ts';
import { domainOf } from '../../pages/page-url.ts';
import { rows } from '../rows.ts';
import { inPairs } from '../search/word-pairs.ts';
import { searchConfig } from './language.ts';
import type { PageRecord } from './page-record.ts';

/** What a URL turned out to be. 'page' and 'copy' come with a record; 'moved' and 'copy' name the page that represents it. */
export interface Finding {
  url: string;
  state: 'known' | 'page' | 'copy' | 'moved' | 'gone' | 'refused' | 'not-a-page';
  /** We could not look: what the index knows about the URL is forgotten only once that has lasted for days. */
  isFailure: boolean;
  movedTo: string | null;
  etag: string | null;
  lastModified: string | null;
  record: PageRecord | null;
  /** Only the start of the page arrived, so links missing from it may still exist. */
  isPartial?: boolean;
}

// A page is forgotten after failing on three days or more, the first of them a week ago: sites are blocked or broken over a
// weekend, and certificates and domain names are renewed late.
const FAILED_DAYS = 3;
const FAILED_SPAN_DAYS = 7;

export async function domainId(db: Kdb, name: string): Promise<number> {
  await db
    .insertInto('index_domains')
    .values({ name })
    .onConflict((oc) => oc.doNothing())
    .execute();
  const { id } = await db.selectFrom('index_domains').select('id').where('name', '=', name).executeTakeFirstOrThrow();
  return id;
}

/**
 * Creates rows for every domain and page that the findings name. Runs before the transaction, in sorted order, so that two
 * crawls that discover new pages at the same time don't deadlock.
 */
export async function addNames(db: Kdb, findings: readonly Finding[]): Promise<void> {
  const urls = new Set<string>();
  for (const { url, state, movedTo, record } of findings) {
    // An unknown URL that could not be fetched stays unknown.
    if (state !== 'known') urls.add(url);
    if (movedTo !== null) urls.add(movedTo);
    for (const link of record?.links ?? []) urls.add(link.to);
  }
  const pages = [...urls].sort().map((url) => ({ url, domain: domainOf(url) }));
  const domains = [...new Set(pages.map((page) => page.domain))].sort().map((name) => ({ name }));
  await sql`
    insert into index_domains (name) select name from ${rows(domains, 'name text')} on conflict do nothing`.execute(db);
  await sql`
    insert into index_pages (domain_id, url)
    select domain.id, row.url from ${rows(pages, 'url text, domain text')}
    join index_domains domain on domain.name = row.domain
    on conflict do nothing`.execute(db);
}

/** Writes the findings. `addNames` must have run for them. */
export async function saveFindings(tx: Tx, found: readonly Finding[]): Promise<void> {
  const lost = await noteFailures(
    tx,
    found.filter((one) => one.isFailure).map(({ url }) => url),
  );
  const seen = found.filter((one) => !one.isFailure || lost.has(one.url));
  await clearFailures(
    tx,
    seen.map(({ url }) => url),
  );
  const isKept = await keepLongerTexts(tx, seen);
  const findings = seen.filter((one) => !isKept.has(one.url));
  await savePages(tx, findings);
  const records = findings.flatMap(({ record, state }) => (record === null ? [] : [{ ...record, state }]));
  await sql`
    delete from index_crawled_pages where url_key in (
      select url_key from index_pages
      where url = any(${findings.map(({ url }) => url)}::text[]) and state not in ('page', 'copy'))`.execute(tx);
  if (records.length > 0) await saveTexts(tx, records);
  const whole = findings.filter((one) => !one.isPartial).map(({ url }) => url);
  await deleteOtherLinks(tx, whole, records);
  await addLinks(
    tx,
    seen.flatMap(({ record }) => record ?? []),
  );
}

/** Returns the partial pages whose stored text is longer. They stay as they are, but count as visited. */
async function keepLongerTexts(tx: Tx, findings: readonly Finding[]): Promise<ReadonlySet<string>> {
  const parts = findings.flatMap(({ record, isPartial }) => (isPartial && record ? [record] : []));
  if (parts.length === 0) return new Set();
  const list = parts.map(({ url, words }) => ({ url, words }));
  const { rows: kept } = await sql<{ url: string }>`
    update index_pages page set fetched_at = now()
    from ${rows(list, 'url text, words integer')}, index_crawled_pages text
    where page.url = row.url and text.url_key = page.url_key and text.words > row.words
    returning page.url`.execute(tx);
  return new Set(kept.map(({ url }) => url));
}

const isSeen = sql`page.state in ('page', 'copy', 'moved')`;

/** Returns the URLs to forget: they have failed for days, or nothing was known about them. */
async function noteFailures(tx: Tx, urls: readonly string[]): Promise<ReadonlySet<string>> {
  if (urls.length === 0) return new Set();
  const { rows: lost } = await sql<{ url: string }>`
    with failed as (
      select id, url, ${isSeen} as is_seen from index_pages page where url = any(${urls}::text[])),
    noted as (
      insert into index_failures as known (page_id) select id from failed where is_seen
      on conflict (page_id) do update set
        days = known.days + case when known.last_on < current_date then 1 else 0 end, last_on = current_date
      returning page_id, days >= ${FAILED_DAYS} and since <= now() - make_interval(days => ${FAILED_SPAN_DAYS}) as is_over)
    select url from failed left join noted on noted.page_id = failed.id
    where not is_seen or is_over`.execute(tx);
  return new Set(lost.map(({ url }) => url));
}

/** The pages answered again. */
export async function clearFailures(tx: Tx, urls: readonly string[]): Promise<void> {
  if (urls.length === 0) return;
  await sql`
    delete from index_failures
    where page_id in (select id from index_pages where url = any(${urls}::text[]))`.execute(tx);
}

/** A failed visit of a page that was never seen does not count: what the sample knows about it may still be true. */
async function savePages(tx: Tx, findings: readonly Finding[]): Promise<void> {
  const list = findings.map(({ record, isPartial, ...page }) => page);
  await sql`
    update index_pages page set
      state = row.state, moved_to = target.id, etag = row.etag, last_modified = row."lastModified",
      fetched_at = case when row."isFailure" and not ${isSeen} then page.fetched_at else now() end
    from ${rows(list, 'url text, state text, "isFailure" boolean, "movedTo" text, etag text, "lastModified" text')}
    left join index_pages target on target.url = row."movedTo" and target.url <> row.url
    where page.url = row.url`.execute(tx);
}

async function saveTexts(tx: Tx, records: readonly (PageRecord & { state: string })[]): Promise<void> {
  const list = records.map((record) => ({
    url: record.url,
    title: record.title,
    description: record.description,
    language: record.language,
    config: searchConfig(record.language),
    words: record.words,
    listed: record.listed && record.state === 'page',
    searched: [record.title, `${record.description}\n${record.headings}`, record.body].map(inPairs),
  }));
  const configs = [...new Set(list.map(({ config }) => config))].sort().map((config) => ({ config }));
  await sql`
    insert into index_languages (config) select config from ${rows(configs, 'config text')}
    on conflict do nothing`.execute(tx);
  await sql`
    insert into index_crawled_pages (url_key, url, domain, title, description, language, words, listed, search)
    select page.url_key, page.url, domain.name, row.title, row.description, row.language, row.words, row.listed,
      setweight(to_tsvector(row.config::regconfig, row.searched ->> 0), 'A')
      || setweight(to_tsvector(row.config::regconfig, row.searched ->> 1), 'B')
      || setweight(to_tsvector(row.config::regconfig, row.searched ->> 2), 'D')
    from ${rows(list, 'url text, title text, description text, language text, config text, words integer, listed boolean, searched jsonb')}
    join index_pages page on page.url = row.url
    join index_domains domain on domain.id = page.domain_id
    on conflict (url_key) do update set
      captured_at = excluded.captured_at, title = excluded.title, description = excluded.description, language = excluded.language,
      words = excluded.words, listed = excluded.listed, search = excluded.search`.execute(tx);
}

const linksOf = (records: readonly PageRecord[]) =>
  records.flatMap(({ url, links }) => links.map((link) => ({ from: url, ...link })));

const namedLinks = (links: ReturnType<typeof linksOf>) => sql`
  ${rows(links, '"from" text, "to" text, anchor text, rel text, dofollow boolean, "inContent" boolean')}
  join index_pages source on source.url = row."from"
  join index_pages target on target.url = row."to" and target.domain_id <> source.domain_id
  join index_domains linking on linking.id = source.domain_id
  join index_domains linked on linked.id = target.domain_id`;

/** Deletes links of these pages that their records no longer have. */
async function deleteOtherLinks(tx: Tx, urls: readonly string[], records: readonly PageRecord[]) {
  await sql`
    delete from index_crawled_links link using index_pages page
    where link.page_key = page.url_key and page.url = any(${urls}::text[])
      and (link.page_key, link.to_key) not in
        (select source.url_key, target.url_key from ${namedLinks(linksOf(records))})`.execute(tx);
}

/** Adds and updates the links of the records; unchanged links aren't touched. */
async function addLinks(tx: Tx, records: readonly PageRecord[]): Promise<void> {
  const links = linksOf(records);
  if (links.length === 0) return;
  await sql`
    insert into index_crawled_links as known
      (page_key, from_domain_key, to_key, to_domain_key, to_url, anchor, rel, dofollow, in_content)
    select source.url_key, linking.domain_key, target.url_key, linked.domain_key, target.url, row.anchor, row.rel,
      row.dofollow, row."inContent"
    from ${namedLinks(links)}
    on conflict (page_key, to_key) do update set
      anchor = excluded.anchor, rel = excluded.rel, dofollow = excluded.dofollow, in_content = excluded.in_content
    where (known.anchor, known.rel, known.dofollow, known.in_content)
      is distinct from (excluded.anchor, excluded.rel, excluded.dofollow, excluded.in_content)`.execute(tx);
}

/**
 * At the end of a crawl: a copy whose original is not a page after all becomes a page itself; links of true copies don't count;
 * the totals between domains are updated.
 */
export async function settleDomain(tx: Tx, domain: number): Promise<void> {
  await sql`
    with promoted as (
      update index_pages copy set state = 'page', moved_to = null
      from index_pages original
      where copy.domain_id = ${domain} and copy.state = 'copy' and original.id = copy.moved_to
        and original.state <> 'page'
      returning copy.url_key)
    update index_crawled_pages set listed = true where url_key in (select url_key from promoted)`.execute(tx);
  await sql`
    delete from index_crawled_links where page_key in
      (select url_key from index_pages where domain_id = ${domain} and state = 'copy')`.execute(tx);
  await sql`
    with sums as (
      select linked.id as to_domain_id, link.* from (
        select to_domain_key, count(*)::integer as links, (count(*) filter (where dofollow))::integer as dofollow,
          (count(distinct to_key) filter (where dofollow))::integer as pages
        from index_crawled_links
        where from_domain_key = (select domain_key from index_domains where id = ${domain})
        group by to_domain_key) link
      join index_domains linked on linked.domain_key = link.to_domain_key),
    gone as (
      delete from index_domain_links
      where from_domain_id = ${domain} and to_domain_id not in (select to_domain_id from sums))
    insert into index_domain_links as known (from_domain_id, to_domain_id, links, dofollow, pages)
    select ${domain}, to_domain_id, links, dofollow, pages from sums
    on conflict (to_domain_id, from_domain_id) do update set
      links = excluded.links, dofollow = excluded.dofollow, pages = excluded.pages
    where (known.links, known.dofollow, known.pages)
      is distinct from (excluded.links, excluded.dofollow, excluded.pages)`.execute(tx);
}
