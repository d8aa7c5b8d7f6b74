// Keyword search in the page sample: ClickHouse finds pages that have the lexemes, PostgreSQL ranks them, and ClickHouse has the rest.
import type { Kdb } from '../../../../platform/db.ts';
import { domainOf } from '../../../pages/page-url.ts';
import { placesPerDomain } from '../../../places-per-domain.ts';
import { queriesOf } from '../../search/search.store.ts';
import type { MatchRequest, SamplePage } from '../index-engine.ts';
import type { ClickHouse } from './connect.ts';
import { lexemesOf } from './lexemes.store.ts';
import { matchPostings } from './postings.store.ts';
import { type RankedMatch, rankMatches } from './rank-matches.store.ts';
import { type FoundPage, readFoundPages } from './sample-pages.store.ts';

export async function searchSample(
  { db, clickhouse }: { db: Kdb; clickhouse: ClickHouse },
  releases: readonly number[],
  request: MatchRequest,
): Promise<SamplePage[]> {
  // Nothing in the sample states traffic.
  if ((request.minTraffic ?? 0) > 0 && !request.unknownTrafficPasses) return [];
  const [queries, lexemes] = await Promise.all([queriesOf(db, request), lexemesOf(db, request)]);
  if (queries.length === 0 || lexemes.variants.length === 0) return [];
  const matches = await matchPostings(clickhouse, releases, { lexemes, request });
  if (matches.length === 0) return [];
  const ranked = await rankMatches(db, matches, { queries, request });
  return choosePages(ranked, request, (keys) => readFoundPages(clickhouse, releases, keys));
}

type Found = RankedMatch & { page: FoundPage };

/** Pages are read from the best on, until there are enough: some are old captures, copies, or of a domain that has its share. */
async function choosePages(
  ranked: readonly RankedMatch[],
  { limit, perDomain = Number.POSITIVE_INFINITY }: MatchRequest,
  read: (keys: readonly string[]) => Promise<Map<string, FoundPage[]>>,
): Promise<SamplePage[]> {
  const found: Found[] = [];
  const step = limit + Math.ceil(limit / 2);
  for (let start = 0; start < ranked.length; start += step) {
    const some = ranked.slice(start, start + step);
    const pages = await read(some.map(({ key }) => key));
    found.push(...some.flatMap((match) => currentPage(match, pages.get(match.key) ?? [])));
    const isFree = placesPerDomain(perDomain);
    const chosen = withoutCopies(found).filter(({ page }) => isFree(domainOf(page.url)));
    if (chosen.length >= limit || start + step >= ranked.length) return chosen.slice(0, limit).map(toSamplePage);
  }
  return [];
}

/** `captures`: newest first. */
function currentPage(match: RankedMatch, captures: readonly FoundPage[]): Found[] {
  const page = captures.find(({ attempt }) => attempt === match.attempt);
  return page !== undefined && page.capturedMs === captures[0]?.capturedMs ? [{ ...match, page }] : [];
}

/** Of pages with the same canonical URL, that page itself if it was found, otherwise the best. */
function withoutCopies(found: readonly Found[]): Found[] {
  const groups = Map.groupBy(found, ({ key, page }) => (page.canonicalKey === '0' ? key : page.canonicalKey));
  const kept = new Set(
    [...groups.values()].map((group) => group.find(({ page }) => page.canonicalKey === '0') ?? group[0]),
  );
  return found.filter((one) => kept.has(one));
}

const toSamplePage = ({ score, page, pageLanguage, pageWords, domainRating }: Found): SamplePage => {
  const { url, title, description, capturedMs } = page;
  return {
    ...{ url, title, description, language: pageLanguage, words: pageWords, domain: domainOf(url), domainRating },
    ...{ capturedAt: new Date(Number(capturedMs)), score },
  };
};
