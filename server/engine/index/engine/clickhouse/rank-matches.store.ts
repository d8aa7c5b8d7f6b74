// Ranks the matches of a search in PostgreSQL, by the same function as pages that are stored there.
import { sql } from 'kysely';
import type { Kdb } from '../../../../platform/db.ts';
import { rows } from '../../rows.ts';
import { contains, type Query, queryTables, termQueries, wordsScore } from '../../search/search.store.ts';
import type { MatchRequest } from '../index-engine.ts';
import { worth } from '../sample-search.store.ts';
import { vectorOf } from './clickhouse-writer.ts';
import type { PostingMatch } from './postings.store.ts';

export type RankedMatch = PostingMatch & { score: number };

/** Those that really match, best first. */
export async function rankMatches(
  db: Kdb,
  matches: readonly PostingMatch[],
  { queries, request }: { queries: readonly Query[]; request: MatchRequest },
): Promise<RankedMatch[]> {
  const terms = await termQueries(db, request);
  const list = matches.map(({ key, pageLanguage, domainRating, pageWords, textLength, ...match }, place) => ({
    ...{ place, key, language: pageLanguage, domain_rating: domainRating, words: pageWords, length: textLength },
    search: vectorOf(match.lexemes.map((lexeme, index) => ({ lexeme, places: match.lexemePlaces[index] ?? '' }))),
  }));
  const columns =
    'place integer, key bigint, language text, domain_rating real, words integer, length integer, search tsvector';
  // ts_rank_cd knows only the lexemes that were looked up, so it can't account for the length of the whole text.
  const score = sql`${wordsScore(sql`0`)} / ln(1 + greatest(text.length, 1)) * ${worth}`;
  const { rows: ranked } = await sql<{ place: number; score: number }>`
    with ${queryTables(queries)},
    text as materialized (select row.* from ${rows(list, columns)})
    select text.place, ${score} as score
    from text left join own on own.language = text.language cross join every
    where text.search @@ coalesce(own.words, every.words) ${contains(terms)}
    order by score desc, text.key`.execute(db);
  return ranked.map(({ place, score }) => ({ ...(matches[place] as PostingMatch), score }));
}
