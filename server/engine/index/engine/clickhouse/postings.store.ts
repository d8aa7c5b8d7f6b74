// Finds pages in ClickHouse by their lexemes. Page keys are hashes, and postings are sorted by them, so a range of keys is a random
// sample of the pages: if the words are too common to read all postings, only a part of the range is read.
import type { MatchRequest } from '../../search/search.store.ts';
import { keyOf } from '../text-key.ts';
import type { ClickHouse } from './connect.ts';
import type { SearchLexemes } from './lexemes.store.ts';
import { arrayOf, joined, keysOf, type Raw, raw, statement } from './literals.ts';
import { idsOf } from './read-consistently.ts';
import type { ReadableRelease } from './releases.store.ts';
import { tableIn } from './tables.ts';

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

/** Enough to rank, and postings read for it. */
const candidates = 2_000;
const mostPostings = 2_000_000;

/** A fair sample of the matches if there are too many. */
export async function matchPostings(
  clickhouse: ClickHouse,
  releases: readonly ReadableRelease[],
  { lexemes, request }: { lexemes: SearchLexemes; request: MatchRequest },
): Promise<PostingMatch[]> {
  const { minDomainRating = 0, maxDomainRating = 100, minWords = 0 } = request;
  const conditions = [
    statement`release in ${idsOf(releases)} and lexeme in ${lexemes.all}`,
    statement`((domain_rating >= ${minDomainRating} and domain_rating <= ${maxDomainRating}) or domain_rating = -1)`,
    statement`(words >= ${minWords} or words = -1)`,
    ...(request.except.length > 0 ? [statement`page_key not in ${keysOf(request.except.map(keyOf))}`] : []),
  ];
  const read = (range: Raw) =>
    clickhouse.query<PostingMatch>(
      // In ClickHouse an alias hides a column of the same name, in WHERE too.
      statement`select page_key as key, attempt, any(language) as pageLanguage, any(domain_rating) as domainRating,
          any(words) as pageWords, any(length) as textLength, groupArray(lexeme) as lexemes, groupArray(places) as lexemePlaces
        from ${tableIn(clickhouse, 'sample_postings')} where ${joined([...conditions, range], ' and ')}
        group by key, attempt having ${hasLexemes(lexemes)} limit ${candidates}`,
      // All postings of a page are on one shard, so each shard can decide on its own.
      { distributed_group_by_no_merge: 1 },
    );
  return readInSlices(read, slicePages(releases, lexemes));
}

/** The share of the pages whose postings can be read even if each has all lexemes. */
const slicePages = (releases: readonly ReadableRelease[], { all }: SearchLexemes): number =>
  mostPostings / Math.max(1, all.length * releases.reduce((sum, { pages }) => sum + pages, 0));

type ReadSlice = (range: Raw) => Promise<{ rows: PostingMatch[]; read: number }>;

async function readInSlices(readSlice: ReadSlice, share: number): Promise<PostingMatch[]> {
  const found: PostingMatch[] = [];
  let [from, to, postings] = [0, Math.min(1, share), 0];
  for (;;) {
    const { rows, read } = await readSlice(keysBetween(from, to));
    found.push(...rows);
    postings += read;
    if (to >= 1 || found.length >= candidates || postings >= mostPostings) return found.slice(0, candidates);
    const affordable = (mostPostings - postings) / Math.max(1, postings / to);
    [from, to] = [to, Math.min(1, to + Math.max(share, affordable))];
  }
}

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
