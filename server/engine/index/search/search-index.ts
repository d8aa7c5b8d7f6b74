// Searches the index for a keyword: crawled pages and the page sample. Pages with all its words come first, then pages with all but one,
// and so on down to half of them; within a step, by how well the text matches and how strong the domain is.

import type { Kdb } from '../../../platform/db.ts';
import { placesPerDomain } from '../../places-per-domain.ts';
import { lastVisits } from '../crawl/visits.store.ts';
import type { IndexReader, MatchRequest, PageFilters, SamplePage } from '../engine/index-engine.ts';
import { type FoundPage, knownLanguages, matchPages, meaningfulWords } from './search.store.ts';
import { chooseLanguages, mergeLanguages } from './search-languages.ts';
import { wordsWithin } from './word-pairs.ts';

interface SearchRequest extends PageFilters {
  keyword: string;
}

// Each omitted word multiplies the variants of the query; longer keywords are searched by their first words.
const MAX_WORDS = 8;

// If this few are found, the keyword may be in a rare language, so the other languages are searched too.
const FEW = 10;

/** Best pages first; empty if there are none, or if the keyword has no meaningful word. Without a sample, crawled pages only. */
export async function searchIndex(db: Kdb, request: SearchRequest, sample?: IndexReader): Promise<FoundPage[]> {
  const sampled = (await sample?.languages()) ?? [];
  const known = mergeLanguages(await knownLanguages(db), sampled);
  const { asked, others } = chooseLanguages(request.keyword, known);
  const words = await meaningfulWords(
    db,
    wordsOf(request.keyword),
    known.map(({ config }) => config),
  );
  const search: Search = {
    db,
    sample: sampled.length > 0 ? sample : undefined,
    request,
    words,
    found: [],
    isFree: placesPerDomain(request.perDomain ?? Number.POSITIVE_INFINITY),
  };
  await searchIn(search, asked);
  if (search.found.length < Math.min(FEW, request.limit) && others.length > 0) await searchIn(search, others);
  return search.found.slice(0, request.limit);
}

interface Search {
  db: Kdb;
  sample: IndexReader | undefined;
  request: SearchRequest;
  words: string[];
  found: FoundPage[];
  isFree(domain: string): boolean;
}

async function searchIn(search: Search, configs: readonly string[]): Promise<void> {
  const { request, words, found, isFree } = search;
  const least = Math.max(1, Math.ceil(words.length / 2));
  for (let size = words.length; size >= least && found.length < request.limit; size--) {
    // As many again as were found, because their domains may be full.
    const limit = request.limit + found.length;
    const pages = await match(search, { ...request, variants: combinations(words, size), configs, limit });
    found.push(...pages.filter(({ domain }) => isFree(domain)));
  }
}

/** Crawled and sampled pages together, best first. A page that is in both is the crawled one, of which the whole text is known. */
async function match({ db, sample, found }: Search, request: Omit<MatchRequest, 'except'>): Promise<FoundPage[]> {
  const wanted = { ...request, except: found.map(({ url }) => url) };
  const [crawled, sampled] = await Promise.all([matchPages(db, wanted), sample?.searchPages(wanted) ?? []]);
  if (sampled.length === 0) return crawled;
  // What the crawler saw later counts, even if it was that the page is gone.
  const visits = await lastVisits(
    db,
    sampled.map(({ url }) => url),
  );
  const known = new Set(crawled.map(({ url }) => url));
  const others = sampled.filter(
    ({ url, capturedAt }) => !known.has(url) && (visits.get(url)?.getTime() ?? 0) < capturedAt.getTime(),
  );
  return [...crawled, ...others.map(toFoundPage)].sort((a, b) => b.score - a.score);
}

const toFoundPage = ({ capturedAt: _, ...page }: SamplePage): FoundPage => ({
  ...page,
  ...{ urlRating: -1, referringDomains: -1, dofollowBacklinks: -1, totalBacklinks: -1 },
  ...{ searchTraffic: -1, trafficValue: -1, isSampled: true },
});

function wordsOf(keyword: string): string[] {
  const words = keyword.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return [...new Set(words.flatMap(wordsWithin))].filter((word) => word.length <= 100).slice(0, MAX_WORDS);
}

function combinations(words: readonly string[], size: number): string[][] {
  if (size === 0) return [[]];
  return words.flatMap((word, index) => combinations(words.slice(index + 1), size - 1).map((rest) => [word, ...rest]));
}
