// What backlinks in the page sample are asked for: a page under all its URLs, or a domain; and the releases that are read.
import { type RawBuilder, sql } from 'kysely';
import { mostCopies } from './index-engine.ts';

/**
 * The releases to read. Each statement looks them up, so that nobody sees half of a release, and reads one after the other: given an
 * array of them, PostgreSQL would also scan the partition that is being loaded, which has no index yet.
 */
export const releases = sql`releases as materialized (
  select id from index_releases where kind = 'pages' and state = 'ready' and engine = 'postgres')`;

export interface Target {
  name: string;
  isDomain: boolean;
  /** The keys that links may have, from what was asked for. */
  targets(asked: RawBuilder<unknown>): RawBuilder<unknown>;
  /** The column of links that has their keys. */
  column: RawBuilder<unknown>;
}

/** The URLs, their canonicals, and URLs that have one of these as their canonical. */
export const toUrls: Target = {
  name: 'links-to-urls',
  isDomain: false,
  targets: (asked) => sql`
    urls as materialized (select key::bigint from json_array_elements_text(${asked}::json) key),
    given as materialized (
      select key from urls
      union select page.canonical_key from urls cross join releases cross join lateral (
        select canonical_key from index_sample_pages
        where release_id = releases.id and url_key = urls.key and canonical_key is not null offset 0) page),
    targets as materialized (
      select key from given
      union select copy.url_key from given cross join lateral (
        select distinct page.url_key from releases cross join lateral (
          select url_key from index_sample_pages
          where release_id = releases.id and canonical_key = given.key and canonical_key is not null offset 0) page
        order by page.url_key limit ${sql.lit(mostCopies)}) copy)`,
  column: sql.ref('to_key'),
};

export const toDomain: Target = {
  name: 'links-to-domain',
  isDomain: true,
  targets: (asked) => sql`targets as materialized (select ${asked}::bigint as key)`,
  column: sql.ref('to_domain_key'),
};
