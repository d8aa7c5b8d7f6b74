// Asks the search engines several questions and merges what they answer into one list, best first.
import type { SearchPlace } from '../../../../shared/search-place.ts';
import { domainOf } from '../../pages/page-url.ts';
import { type Call, firstThatFinds, ProviderError } from '../../provider.ts';
import type { OrganicSearch } from '../../search/organic-search.ts';
import type { Query } from './query-forms.ts';

export interface Candidate {
  url: string;
  domain: string;
}

export interface Asking {
  place: SearchPlace | undefined;
  /** Of results, for each question; vendors charge by the page. */
  resultPages: number;
  /** A page of this domain is no candidate. */
  except?: string;
  perDomain: number;
  most: number;
}

/** More than any vendor puts on one page. */
const perResultPage = 50;
/** Damps the advantage of the first places, as usual for merging rankings. */
const damping = 60;

/**
 * The pages that the answers name, those that several of them name, or name first, before the others. Throws ProviderError when a
 * question could not be asked, after all were: a job that asks again finds the others' answers stored.
 */
export async function findCandidates(
  searches: readonly OrganicSearch[],
  queries: readonly Query[],
  asking: Asking,
  call: Call,
): Promise<Candidate[]> {
  const scores = new Map<string, number>();
  const failures: ProviderError[] = [];
  for (const query of queries) {
    try {
      const found = await ask(searches, query, asking, call);
      for (const [place, url] of found.entries()) scores.set(url, (scores.get(url) ?? 0) + 1 / (damping + place));
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      // A form that a vendor does not understand finds nothing; the others do.
      if (error.kind !== 'bad_request') failures.push(error);
    }
  }
  const failure = failures.find(({ kind }) => kind === 'pending') ?? failures[0];
  if (failure) throw failure;
  const ranked = [...scores].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  return choose(
    ranked.map(([url]) => ({ url, domain: domainOf(url) })),
    asking,
  );
}

/** The first vendor that answers counts, also when it finds nothing: the next one would be paid for the same. */
async function ask(searches: readonly OrganicSearch[], { text, isRare }: Query, asking: Asking, call: Call) {
  const { place, resultPages } = asking;
  const request = { keyword: text, limit: resultPages * perResultPage, resultPages, mayBeEmpty: isRare };
  const found = await firstThatFinds(searches, call, async (one) => {
    return (await one.search({ ...request, ...(place ? { place } : {}) }, call)) ?? [];
  });
  return (found ?? []).map(({ url }) => url);
}

function choose(ranked: readonly Candidate[], { except, perDomain, most }: Asking): Candidate[] {
  const counts = new Map<string, number>();
  const chosen = ranked.filter(({ domain }) => {
    const count = (counts.get(domain) ?? 0) + 1;
    counts.set(domain, count);
    return domain !== except && count <= perDomain;
  });
  return chosen.slice(0, most);
}
