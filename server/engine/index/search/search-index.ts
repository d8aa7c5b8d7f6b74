// Searches the index for a keyword. Pages with all its words come first, then pages with all but one, and so on down to half of
// them; within a step, by how well the text matches and how strong the domain is.

import type { Kdb } from '../../../platform/db.ts';
import { type FoundPage, knownLanguages, matchPages, tellingWords } from './search.store.ts';
import { chooseLanguages } from './search-languages.ts';

export interface SearchRequest {
  keyword: string;
  limit: number;
  /** Words and phrases that every page must contain, and that none may contain. */
  include?: readonly string[] | undefined;
  exclude?: readonly string[] | undefined;
  minDomainRating?: number;
  maxDomainRating?: number;
  minWords?: number;
  minTraffic?: number;
  /** Whether pages of unknown traffic pass the minimum: true if no traffic source is configured. */
  unknownTrafficPasses?: boolean;
  /** At most this many pages per domain. */
  perDomain?: number;
}

// Each omitted word multiplies the variants of the query; longer keywords are searched by their first words.
const MAX_WORDS = 8;

// If this few are found, the keyword may be in a rare language, so the other languages are searched too.
const FEW = 10;

/** Best pages first; empty if there are none, or if the keyword has no meaningful word. */
export async function searchIndex(db: Kdb, request: SearchRequest): Promise<FoundPage[]> {
  const known = await knownLanguages(db);
  const { asked, others } = chooseLanguages(request.keyword, known);
  const words = await tellingWords(
    db,
    wordsOf(request.keyword),
    known.map(({ config }) => config),
  );
  const search: Search = {
    request,
    words,
    found: [],
    isFree: placesPerDomain(request.perDomain ?? Number.POSITIVE_INFINITY),
  };
  await searchIn(db, search, asked);
  if (search.found.length < Math.min(FEW, request.limit) && others.length > 0) await searchIn(db, search, others);
  return search.found.slice(0, request.limit);
}

interface Search {
  request: SearchRequest;
  words: string[];
  found: FoundPage[];
  isFree(domain: string): boolean;
}

async function searchIn(db: Kdb, { request, words, found, isFree }: Search, configs: readonly string[]): Promise<void> {
  const least = Math.max(1, Math.ceil(words.length / 2));
  for (let size = words.length; size >= least && found.length < request.limit; size--) {
    const except = found.map((page) => page.id);
    // As many again as were found, because their domains may be full.
    const limit = request.limit + found.length;
    const pages = await matchPages(db, { ...request, variants: combinations(words, size), configs, limit, except });
    found.push(...pages.filter(({ domain }) => isFree(domain)));
  }
}

function wordsOf(keyword: string): string[] {
  const words = keyword.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words)].filter((word) => word.length <= 100).slice(0, MAX_WORDS);
}

function combinations(words: readonly string[], size: number): string[][] {
  if (size === 0) return [[]];
  return words.flatMap((word, index) => combinations(words.slice(index + 1), size - 1).map((rest) => [word, ...rest]));
}

function placesPerDomain(most: number): (domain: string) => boolean {
  const counts = new Map<string, number>();
  return (domain) => {
    const count = (counts.get(domain) ?? 0) + 1;
    counts.set(domain, count);
    return count <= most;
  };
}
