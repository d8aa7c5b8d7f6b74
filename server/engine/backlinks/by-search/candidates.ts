// Asks the search engines several questions and merges the results into one list, best first.
import type { SearchPlace } from '../../../../shared/search-place.ts';
import { domainOf } from '../../pages/page-url.ts';
import { placesPerDomain } from '../../places-per-domain.ts';
import { type Call, firstThatFinds, ProviderError } from '../../provider.ts';
import type { OrganicSearch } from '../../search/organic-search.ts';
import type { Query } from './query-forms.ts';

export interface Candidate {
  url: string;
  domain: string;
}

export interface Asking {
  place: SearchPlace | undefined;
  /** Result pages per question; vendors charge by the page. */
  resultPages: number;
  /** Pages of this domain are excluded. */
  except?: string;
  perDomain: number;
  most: number;
}

/** More than any vendor returns per page. */
const perResultPage = 50;
/** Damps the advantage of the top ranks, as in reciprocal rank fusion. */
const damping = 60;

/**
 * The pages found, best first: those that rank high, or in several answers. Throws ProviderError if a question failed, or if all
 * were refused, but only after asking them all, so a retry finds the other answers stored.
 */
export async function findCandidates(
  searches: readonly OrganicSearch[],
  queries: readonly Query[],
  asking: Asking,
  call: Call,
): Promise<Candidate[]> {
  const scores = new Map<string, number>();
  const failures: ProviderError[] = [];
  const refusals: ProviderError[] = [];
  for (const query of queries) {
    try {
      const found = await ask(searches, query, asking, call);
      for (const [place, url] of found.entries()) scores.set(url, (scores.get(url) ?? 0) + 1 / (damping + place));
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      // The vendor does not support this form of question; others may.
      (error.kind === 'bad_request' ? refusals : failures).push(error);
    }
  }
  const isNothingAsked = refusals.length === queries.length;
  const failure =
    failures.find(({ kind }) => kind === 'pending') ?? failures[0] ?? (isNothingAsked ? refusals[0] : undefined);
  if (failure) throw failure;
  const ranked = [...scores].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  return choose(
    ranked.map(([url]) => ({ url, domain: domainOf(url) })),
    asking,
  );
}

/** Uses the first vendor that answers, even if it finds nothing: asking the next would pay for the same question again. */
async function ask(searches: readonly OrganicSearch[], { text, isRare }: Query, asking: Asking, call: Call) {
  const { place, resultPages } = asking;
  const request = { keyword: text, limit: resultPages * perResultPage, resultPages, mayBeEmpty: isRare };
  const found = await firstThatFinds(searches, call, async (one) => {
    return (await one.search({ ...request, ...(place ? { place } : {}) }, call)) ?? [];
  });
  return (found ?? []).map(({ url }) => url);
}

function choose(ranked: readonly Candidate[], { except, perDomain, most }: Asking): Candidate[] {
  const isFree = placesPerDomain(perDomain);
  return ranked.filter(({ domain }) => domain !== except && isFree(domain)).slice(0, most);
}
