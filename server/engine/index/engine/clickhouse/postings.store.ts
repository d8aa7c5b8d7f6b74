// Finds pages in ClickHouse by their lexemes. Page keys are hashes, and postings are sorted by them, so a range of keys is a random
// sample of the pages: if the words are too common to read all postings, only parts of the range are read.
import type { MatchRequest } from '../index-engine.ts';
import { keyOf } from '../text-key.ts';
import { isTooManyRows } from './clickhouse-error.ts';
import type { Answer, ClickHouse, Settings } from './connect.ts';
import type { SearchLexemes } from './lexemes.store.ts';
import { arrayOf, joined, keysOf, type Raw, raw, statement } from './literals.ts';
import { localIn } from './tables.ts';

/** A page, with the lexemes that were looked up and the places of each. */
export interface PostingMatch {
  key: string;
  attempt: number;
  pageLanguage: string;
  domainRating: number;
  pageWords: number;
  /** Of all lexemes of the page. */
  textLength: number;
  lexemes: string[];
  lexemePlaces: string[];
}

/** Enough to rank. */
const candidates = 2_000;
/** Read by each shard for a search, and at once. A server takes about 0.35 ms for a thousand. */
const mostPostings = 300_000;
const postingsAtOnce = 100_000;

/** A fair sample of the matches if there are too many. */
export async function matchPostings(
  clickhouse: ClickHouse,
  releases: readonly number[],
  { lexemes, request }: { lexemes: SearchLexemes; request: MatchRequest },
): Promise<PostingMatch[]> {
  const { minDomainRating = 0, maxDomainRating = 100, minWords = 0 } = request;
  const conditions = [
    statement`release in ${releases} and lexeme in ${lexemes.all}`,
    statement`((domain_rating >= ${minDomainRating} and domain_rating <= ${maxDomainRating}) or domain_rating = -1)`,
    statement`(words >= ${minWords} or words = -1)`,
    ...(request.except.length > 0 ? [statement`page_key not in ${keysOf(request.except.map(keyOf))}`] : []),
  ];
  // All postings of a page are on one shard, so each shard can decide on its own.
  const read = (range: Raw, settings?: Settings) =>
    clickhouse.queryShards<PostingMatch>(
      // In ClickHouse an alias hides a column of the same name, in WHERE too.
      statement`select page_key as key, attempt, any(language) as pageLanguage, any(domain_rating) as domainRating,
          any(words) as pageWords, any(length) as textLength, groupArray(lexeme) as lexemes, groupArray(places) as lexemePlaces
        from ${localIn(clickhouse, 'sample_postings')} where ${joined([...conditions, range], ' and ')}
        group by key, attempt having ${hasLexemes(lexemes)} limit ${candidates}`,
      settings,
    );
  return readInSlices(read);
}

/** A server knows from its index that there are more, and refuses at once. */
const atOnce: Settings = { max_rows_to_read: postingsAtOnce, read_overflow_mode: 'throw' };
/** A smaller share is read even so: it takes one granule of each lexeme in each part. */
const smallestShare = 2 ** -20;

/** All at once if the words are rare enough; otherwise a share that can be read at once, then more until there are enough matches. */
async function readInSlices(
  read: (range: Raw, settings?: Settings) => Promise<Answer<PostingMatch>>,
): Promise<PostingMatch[]> {
  let to = 1;
  let answer = await unlessTooMany(read(keysBetween(0, to), atOnce));
  while (answer === null) {
    to /= 4;
    answer = await unlessTooMany(read(keysBetween(0, to), to > smallestShare ? atOnce : {}));
  }
  const found = answer.rows;
  let postings = answer.readByOne;
  while (to < 1 && found.length < candidates && postings < mostPostings) {
    const affordable = Math.min(postingsAtOnce, mostPostings - postings) / Math.max(1, postings / to);
    const next = Math.min(1, to + affordable);
    const more = await read(keysBetween(to, next));
    found.push(...more.rows);
    postings += more.readByOne;
    to = next;
  }
  return found.slice(0, candidates);
}

const unlessTooMany = <T>(answer: Promise<T>): Promise<T | null> =>
  answer.catch((error: unknown) => {
    if (isTooManyRows(error)) return null;
    throw error;
  });

/** Shares of the range of 64-bit keys. */
function keysBetween(from: number, to: number): Raw {
  const keyAt = (share: number) => BigInt(Math.floor(share * 2 ** 32)) * 2n ** 32n - 2n ** 63n;
  if (to >= 1) return from === 0 ? raw('1') : statement`page_key >= ${keyAt(from)}`;
  return statement`(page_key >= ${keyAt(from)} and page_key < ${keyAt(to)})`;
}

function hasLexemes({ variants, include, exclude }: SearchLexemes): Raw {
  const all = (set: readonly string[]) => statement`hasAll(lexemes, ${arrayOf(set)})`;
  const one = (sets: readonly string[][]) => joined(sets.map(all), ' or ');
  const none = exclude.map((lexeme) => statement`not has(lexemes, ${lexeme})`);
  return joined([one(variants), ...include.map(one), ...none], ' and ');
}
