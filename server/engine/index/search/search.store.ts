// The queries behind a search. Candidates are chosen by index and domain rating first; only they are ranked by their
// text, because reading a search vector costs more than finding the row.

import { type RawBuilder, sql } from 'kysely';
import type { Kdb } from '../../../platform/db.ts';
import { rows } from '../rows.ts';

export interface FoundPage {
  id: number;
  url: string;
  title: string;
  description: string;
  language: string;
  words: number;
  domain: string;
  /** -1: not rated; the same for the URL. */
  domainRating: number;
  urlRating: number;
  referringDomains: number;
  dofollowBacklinks: number;
  totalBacklinks: number;
  /** -1: not known. */
  searchTraffic: number;
  trafficValue: number;
}

// Ranking 2,000 texts takes about a tenth of a second; a keyword that fits more of them is too wide to be ranked well.
const CANDIDATES = 2_000;

// How well the words fit (near each other, in title and headings; less for mere length), three times for a title that has
// them all, more for strong domains and pages that others link to, less for a page with next to no text of its own.
const SCORE = sql`
  ts_rank_cd('{0.05, 0.1, 0.4, 1}', text.search, asked.words, 1)
  * case when ts_filter(text.search, '{a}') @@ asked.words then 3 else 1 end
  * (0.5 + greatest(candidates.rating, 0) / 100) * (1 + ln(1 + page.referring_domains) / 2) * least(1, text.words / 300.0)`;

/** The text search configurations that pages of the index were read with. */
export async function searchConfigs(db: Kdb): Promise<string[]> {
  const found = await db.selectFrom('index_languages').select('config').orderBy('config').execute();
  return found.map(({ config }) => config);
}

/** The words that mean something in at least one language: 'in' and 'the' do not in English. */
export async function tellingWords(db: Kdb, words: readonly string[], configs: readonly string[]): Promise<string[]> {
  const config = configs.includes('english') ? 'english' : (configs[0] ?? 'english');
  const list = words.map((word, place) => ({ word, place }));
  const { rows: found } = await sql<{ word: string }>`
    select row.word from ${rows(list, 'word text, place integer')}
    where length(to_tsvector(${config}::text::regconfig, row.word)) > 0 order by row.place`.execute(db);
  return found.map(({ word }) => word);
}

export interface MatchRequest {
  /** Sets of words; a page fits when it has all words of one set. */
  variants: readonly (readonly string[])[];
  configs: readonly string[];
  limit: number;
  except: readonly number[];
  minDomainRating?: number;
  maxDomainRating?: number;
  minWords?: number;
  minTraffic?: number;
  unknownTrafficPasses?: boolean;
  perDomain?: number;
}

export async function matchPages(db: Kdb, request: MatchRequest): Promise<FoundPage[]> {
  const query = queryOf(request);
  const { minDomainRating = 0, maxDomainRating = 100, minWords = 0, minTraffic = 0 } = request;
  const passes = request.unknownTrafficPasses ?? false;
  const except = request.except.map((id) => ({ id }));
  const { rows: found } = await sql<FoundPage>`
    with asked as materialized (select ${query} as words),
    candidates as materialized (
      select text.page_id, domain.id as domain_id, domain.name, domain.rating
      from index_texts text
      join index_domains domain on domain.id = text.domain_id
      where text.listed and text.search @@ (select words from asked)
        and (domain.rating between ${minDomainRating} and ${maxDomainRating} or domain.rating = -1)
        and text.words >= ${minWords}
        and (text.search_traffic >= ${minTraffic} or ${minTraffic} <= 0 or (${passes} and text.search_traffic = -1))
        and text.page_id not in (select row.id from ${rows(except, 'id bigint')})
      order by domain.rating desc, text.page_id
      limit ${CANDIDATES}),
    ranked as (
      select candidates.*, ${SCORE} as score
      from candidates
      join index_texts text on text.page_id = candidates.page_id
      join index_pages page on page.id = candidates.page_id
      cross join asked),
    best as (
      select *, row_number() over (partition by domain_id order by score desc, page_id) as place from ranked),
    chosen as (
      select * from best where place <= ${request.perDomain ?? CANDIDATES}
      order by score desc, page_id limit ${request.limit})
    select page.id, page.url, text.title, text.description, text.language, text.words,
      chosen.name as domain, chosen.rating as "domainRating", page.url_rating as "urlRating",
      page.referring_domains as "referringDomains", page.dofollow_backlinks as "dofollowBacklinks",
      page.total_backlinks as "totalBacklinks", text.search_traffic as "searchTraffic", text.traffic_value as "trafficValue"
    from chosen
    join index_pages page on page.id = chosen.page_id
    join index_texts text on text.page_id = chosen.page_id
    order by chosen.score desc, page.id`.execute(db);
  return found;
}

/** Any of the sets, in any of the languages; the words are letters and digits only, so they need no escaping. */
function queryOf({ variants, configs }: MatchRequest): RawBuilder<unknown> {
  const text = variants.map((words) => `(${words.join(' & ')})`).join(' | ');
  const parts = configs.map((config) => sql`to_tsquery(${config}::text::regconfig, ${text}::text)`);
  return parts.length === 0 ? sql`to_tsquery('simple', ${text}::text)` : sql`(${sql.join(parts, sql` || `)})`;
}
