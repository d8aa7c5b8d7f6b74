// The queries behind a search of crawled pages. Candidates are selected by index and domain rating first, a limited number per domain; only those
// are ranked by their text, because reading a search vector costs more than finding the row.

import { type RawBuilder, sql } from 'kysely';
import type { Kdb } from '../../../platform/db.ts';
import { configLanguages } from '../crawl/language.ts';
import type { MatchRequest, SamplePage } from '../engine/index-engine.ts';
import { keyOf } from '../engine/text-key.ts';
import { rows } from '../rows.ts';
import type { KnownLanguage } from './search-languages.ts';
import { inPairs, queryOf, searchedPairs } from './word-pairs.ts';

export interface FoundPage extends Omit<SamplePage, 'capturedAt'> {
  /** -1: not rated. */
  urlRating: number;
  /** -1: not known, as for the figures below. */
  referringDomains: number;
  dofollowBacklinks: number;
  totalBacklinks: number;
  searchTraffic: number;
  trafficValue: number;
  /** From the page sample, whose captures may be months old. */
  isSampled?: true;
}

// Ranking 2,000 texts takes about a tenth of a second; a keyword that matches more is too broad to be ranked well.
const CANDIDATES = 2_000;

/** How well the words match (close to each other, in title and headings), times three if the title has them all. */
export const wordsScore = (normalization: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  ts_rank_cd('{0.05, 0.1, 0.4, 1}', text.search, coalesce(own.words, every.words), ${normalization})
  * case when ts_filter(text.search, '{a}') @@ coalesce(own.words, every.words) then 3 else 1 end`;

/** Less for mere length. */
export const textScore = wordsScore(sql`1`);

// More for strong domains and linked pages, less for a page with hardly any text.
const SCORE = sql`${textScore}
  * (0.5 + greatest(candidates.rating, 0) / 100) * (1 + ln(1 + page.referring_domains) / 2) * least(1, text.words / 300.0)`;

/** Links are counted together with the ratings, so a page whose domain has no rating yet may have any number. */
const counted = (column: string) => sql`case when chosen.rating < 0 then -1 else page.${sql.ref(column)} end`;

/** The text search configurations used by pages of the index. */
export async function knownLanguages(db: Kdb): Promise<KnownLanguage[]> {
  return db.selectFrom('index_languages').select(['config', 'texts']).orderBy('config').execute();
}

/** The words that carry meaning in at least one language: 'in' and 'the' don't in English. */
export async function meaningfulWords(
  db: Kdb,
  words: readonly string[],
  configs: readonly string[],
): Promise<string[]> {
  const config = configs.includes('english') ? 'english' : (configs[0] ?? 'english');
  const list = words.map((word, place) => ({ word, place }));
  const { rows: found } = await sql<{ word: string }>`
    select row.word from ${rows(list, 'word text, place integer')}
    where length(to_tsvector(${config}::text::regconfig, row.word)) > 0 order by row.place`.execute(db);
  return found.map(({ word }) => word);
}

export async function matchPages(db: Kdb, request: MatchRequest): Promise<FoundPage[]> {
  const queries = await queriesOf(db, request);
  if (queries.length === 0) return [];
  const { minDomainRating = 0, maxDomainRating = 100, minWords = 0, minTraffic = 0 } = request;
  const passes = request.unknownTrafficPasses ?? false;
  const terms = await termQueries(db, request);
  const { rows: found } = await sql<FoundPage>`
    with ${queryTables(queries)},
    matches as (
      select text.url_key, domain.id as domain_id, domain.rating,
        row_number() over (partition by domain.id order by text.search_traffic desc nulls last, text.url_key) as place
      from index_crawled_pages text
      join index_domains domain on domain.name = text.domain
      where text.listed and text.search @@ (select words from every)
        and (domain.rating between ${minDomainRating} and ${maxDomainRating} or domain.rating = -1)
        and text.words >= ${minWords}
        and (text.search_traffic >= ${minTraffic} or ${minTraffic} <= 0 or (${passes} and text.search_traffic is null))
        and text.url_key <> all(${request.except.map(keyOf)}::text[]::bigint[])
        ${contains(terms)}),
    candidates as materialized (
      select * from matches order by (place - 1) / ${shareOf(request)}, rating desc, url_key limit ${CANDIDATES}),
    ranked as (
      select page.id as page_id, candidates.*, ${SCORE} as score
      from candidates
      join index_crawled_pages text on text.url_key = candidates.url_key
      join index_pages page on page.url_key = candidates.url_key
      left join own on own.language = text.language
      cross join every
      where text.search @@ coalesce(own.words, every.words)),
    best as (
      select page_id, url_key, rating, score,
        row_number() over (partition by domain_id order by score desc, page_id) as place
      from ranked),
    chosen as (
      select * from best where place <= ${request.perDomain ?? CANDIDATES}
      order by score desc, page_id limit ${request.limit})
    select text.url, text.title, text.description, text.language, text.words,
      text.domain, chosen.rating as "domainRating", page.url_rating as "urlRating",
      ${counted('referring_domains')} as "referringDomains", ${counted('dofollow_backlinks')} as "dofollowBacklinks",
      ${counted('total_backlinks')} as "totalBacklinks", coalesce(text.search_traffic, -1) as "searchTraffic",
      coalesce(text.traffic_value, -1) as "trafficValue", chosen.score
    from chosen
    join index_pages page on page.id = chosen.page_id
    join index_crawled_pages text on text.url_key = chosen.url_key
    order by chosen.score desc, page.id`.execute(db);
  return found;
}

/**
 * How many candidates of one domain are taken before others get theirs: with twice the domains needed, each gets its share. The
 * remaining places go to more pages of the same domains.
 */
function shareOf({ limit, perDomain }: MatchRequest): number {
  if (perDomain === undefined) return CANDIDATES;
  return Math.max(perDomain, Math.floor((CANDIDATES * perDomain) / (2 * limit)));
}

export interface TermQuery {
  words: string;
  isExcluded: boolean;
}

/** A query per word or phrase, in any of the languages. Those without a meaningful word are left out: no text has them. */
export async function termQueries(
  db: Kdb,
  { include = [], exclude = [], configs }: Pick<MatchRequest, 'include' | 'exclude' | 'configs'>,
): Promise<TermQuery[]> {
  const terms = [
    ...include.map((term) => ({ term: searchedPairs(term), isExcluded: false })),
    ...exclude.map((term) => ({ term: inPairs(term), isExcluded: true })),
  ];
  if (terms.length === 0) return [];
  const list = terms.flatMap((term, place) => configs.map((config) => ({ ...term, place, config })));
  const { rows: found } = await sql<TermQuery>`
    select string_agg(distinct '(' || words::text || ')', ' | ') as words, "isExcluded"
    from (select row.place, row."isExcluded", phraseto_tsquery(row.config::regconfig, row.term) as words
      from ${rows(list, 'place integer, "isExcluded" boolean, config text, term text')}) stemmed
    where numnode(words) > 0 group by place, "isExcluded" order by place`.execute(db);
  return found;
}

export const contains = (terms: readonly TermQuery[]): RawBuilder<unknown> =>
  sql.join(
    terms.map(({ words, isExcluded }) =>
      isExcluded ? sql`and not text.search @@ ${words}::tsquery` : sql`and text.search @@ ${words}::tsquery`,
    ),
    sql` `,
  );

export interface Query {
  /** The stems, as PostgreSQL writes a tsquery. */
  words: string;
  configs: string[];
}

/** The words stemmed by each configuration; configurations with the same stems share one query. */
export async function queriesOf(
  db: Kdb,
  { variants, configs }: Pick<MatchRequest, 'variants' | 'configs'>,
): Promise<Query[]> {
  // The words are letters and digits only, so they need no escaping.
  const text = variants.map((words) => `(${words.map(queryOf).join(' & ')})`).join(' | ');
  const list = configs.map((config) => ({ config }));
  const { rows: found } = await sql<Query>`
    select words::text as words, array_agg(config order by config) as configs
    from (select row.config, to_tsquery(row.config::regconfig, ${text}::text) as words
      from ${rows(list, 'config text')}) stemmed
    where numnode(words) > 0 group by words order by words::text`.execute(db);
  return found;
}

/** `every`: the words of any language; `own`: by language. A text matches, and is ranked, only by the words of its own language. */
export function queryTables(queries: readonly Query[]): RawBuilder<unknown> {
  const any = queries.map(({ words }) => sql`${words}::tsquery`);
  const own = queries.flatMap(({ words, configs }) =>
    configs.flatMap(configLanguages).map((language) => ({ language, words })),
  );
  return sql`every as materialized (select ${sql.join(any, sql` || `)} as words),
    own as materialized (
      select row.language, row.words::tsquery as words from ${rows(own, 'language text, words text')})`;
}
