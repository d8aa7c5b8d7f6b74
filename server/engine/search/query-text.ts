// The question for a search engine: the keyword with the operators that all of them support ("phrase", -word, intitle:).
import { defaultPlace } from '../../../shared/search-place.ts';
import type { Footprint } from '../../../shared/targeting-values.ts';
import { footprintPhrase } from './footprints.ts';
import type { OrganicRequest } from './organic-search.ts';

type QueryTerms = Pick<OrganicRequest, 'keyword' | 'include' | 'exclude' | 'footprint' | 'place'>;

export function queryText({
  keyword,
  include = [],
  exclude = [],
  footprint,
  place = defaultPlace,
}: QueryTerms): string {
  const phrase = footprint === undefined ? '' : footprintPhrase(footprint, place.language);
  const hasPhrase = keyword.toLowerCase().includes(phrase.toLowerCase());
  const kind = footprint === undefined ? '' : `${placeOf(footprint)}"${phrase}"`;
  return [keyword, hasPhrase ? '' : kind, wordOperators({ include, exclude })].filter(Boolean).join(' ');
}

/** Rankings, comparisons and resource pages say so in their title; an invitation to write may be anywhere on a page. */
const placeOf = (footprint: Footprint) => (footprint === 'guest-posts' ? '' : 'intitle:');

/** The operators for words that pages must or must not contain; empty without any. */
export function wordOperators({ include = [], exclude = [] }: Pick<QueryTerms, 'include' | 'exclude'>): string {
  return [...include.map((term) => `"${term}"`), ...exclude.map(without)].join(' ');
}

/** A bare word where possible: some engines don't support excluded phrases. */
const without = (term: string) => (/^[\p{L}\p{N}]+$/u.test(term) ? `-${term}` : `-"${term}"`);
