// Keyword search in the page sample. Files are in random order, so the first matches are a fair sample of all: only so many are read and
// ranked, however common the words.
import { sql } from 'kysely';
import type { Kdb } from '../../../platform/db.ts';
import { countByConfig } from '../crawl/language.ts';
import { contains, queriesOf, queryTables, termQueries, textScore } from '../search/search.store.ts';
import type { KnownLanguage } from '../search/search-languages.ts';
import type { MatchRequest, SamplePage } from './index-engine.ts';
import type { EngineName } from './release-engine.ts';
import { sliceOf } from './slices.ts';
import { keyOf } from './text-key.ts';

/** How many of the matches are ranked, and how many are read to find so many that pass the filters. */
const candidatesFor = (limit: number): number => Math.min(2_000, Math.max(1_000, 10 * limit));
const readPerCandidate = 8;

/** More for strong domains, less for a page with hardly any text. */
export const worth = sql`(0.5 + greatest(text.domain_rating, 0) / 100)
  * case when text.words < 0 then 1 else least(1, text.words / 300.0) end`;

export async function matchSample(db: Kdb, request: MatchRequest): Promise<SamplePage[]> {
  const queries = await queriesOf(db, request);
  if (queries.length === 0) return [];
  const terms = await termQueries(db, request);
  const { minDomainRating = 0, maxDomainRating = 100, minWords = 0, minTraffic = 0 } = request;
  // Nothing in the sample states traffic.
  if (minTraffic > 0 && !request.unknownTrafficPasses) return [];
  // A single query matches all that the index returned.
  const isInOwnLanguage = queries.length === 1 ? sql`true` : sql`text.search @@ coalesce(own.words, every.words)`;
  const candidates = candidatesFor(request.limit);
  return db.transaction().execute(async (tx) => {
    // The planner would rather read the whole table than some of many matches. Compiling the plan would take longer than running it.
    // Parallel workers would read all slices at once.
    await sql`select set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true),
      set_config('max_parallel_workers_per_gather', '0', true)`.execute(tx);
    const releases = await readable(tx);
    if (releases.length === 0) return [];
    /** A slice is read only if those before it have too few matches. */
    const matchesIn = ({ release, slice }: Slice) => sql`
      select text.* from index_sample_pages text
      where text.release_id = ${sql.lit(release)} and text.listed and text.slice = ${sql.lit(slice)}
        and text.search @@ (select words from every) ${contains(terms)}`;
    const { rows: found } = await sql<SamplePage>`
      with ${queryTables(queries)},
      matches as materialized (
        select * from (
          ${sql.join(slicesOf(releases).map(matchesIn), sql` union all `)}
          limit ${candidates * readPerCandidate}) text
        where (text.domain_rating between ${minDomainRating}::real and ${maxDomainRating}::real or text.domain_rating = -1)
          and (text.words >= ${minWords} or text.words = -1)
          and text.url_key <> all(${request.except.map(keyOf)}::text[]::bigint[])
        limit ${candidates}),
      ranked as (
        select text.*, ${textScore} * ${worth} as score
        from matches text left join own on own.language = text.language cross join every
        where ${isInOwnLanguage} and not exists (
          select from index_sample_pages newer
          where newer.release_id in (${sql.join(releases.map(({ id }) => sql.lit(id)))}) and newer.url_key = text.url_key
            and newer.captured_at > text.captured_at)),
      pages as (
        select distinct on (coalesce(canonical_key, url_key)) * from ranked
        order by coalesce(canonical_key, url_key), canonical_key is not null, score desc, url_key),
      best as (
        select *, row_number() over (partition by domain order by score desc, url_key) as place from pages)
      select url, title, description, language, words, domain, domain_rating as "domainRating",
        captured_at as "capturedAt", score
      from best where place <= ${request.perDomain ?? candidates}
      order by score desc, url_key limit ${request.limit}`.execute(tx);
    return found;
  });
}

interface Readable {
  id: number;
  lastSlice: number;
}

/**
 * The releases that are read, newest crawl first. The statement that reads them has their numbers in its text: otherwise PostgreSQL would
 * also scan the partition that is being loaded, which has no index yet. One that is dropped meanwhile has no pages any more.
 */
async function readable(db: Kdb): Promise<Readable[]> {
  const { rows: found } = await sql<{ id: number; files: number }>`
    select id, first_file + wanted as files from index_releases
    where kind = 'pages' and state = 'ready' and engine = 'postgres' order by name desc, part`.execute(db);
  return found.map(({ id, files }) => ({ id, lastSlice: sliceOf(files - 1) }));
}

interface Slice {
  release: number;
  slice: number;
}

/** In the order in which they are read: the first slice of each release, then the second ones, and so on. */
function slicesOf(releases: readonly Readable[]): Slice[] {
  const all = releases.flatMap(({ id, lastSlice }) =>
    Array.from({ length: lastSlice + 1 }, (_, slice) => ({ release: id, slice })),
  );
  return all.sort((one, other) => one.slice - other.slice);
}

/** The text search configurations of an engine's readable releases, and how many pages each has. */
export async function sampleLanguages(db: Kdb, engine: EngineName): Promise<KnownLanguage[]> {
  const { rows: found } = await sql<{ language: string; texts: number }>`
    select counted.key as language, sum(counted.value::bigint)::bigint as texts
    from index_releases, jsonb_each_text(languages) counted
    where kind = 'pages' and state = 'ready' and engine = ${engine} group by counted.key`.execute(db);
  return [...countByConfig(found)].map(([config, texts]) => ({ config, texts }));
}
