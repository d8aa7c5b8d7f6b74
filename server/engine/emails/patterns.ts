// How a site builds addresses from names: learned from addresses with a known owner, applied to others.

import { joinedForms, type NamedPerson } from './ascii-names.ts';

/** f and l are initials: 'f.last' is j.doe. */
export type Pattern =
  | 'first'
  | 'first.last'
  | 'flast'
  | 'firstlast'
  | 'f.last'
  | 'firstl'
  | 'last'
  | 'first_last'
  | 'first-last'
  | 'last.first'
  | 'lastf'
  | 'first.l'
  | 'fl';

export interface LearnedPattern {
  pattern: Pattern;
  /** How many known addresses it explains, weighted by how common the pattern is in general; sums to 1. */
  likelihood: number;
  /** Known addresses that follow it. */
  seen: number;
}

export interface AddressCandidate {
  address: string;
  pattern: Pattern;
  likelihood: number;
}

export interface KnownAddress {
  address: string;
  person: NamedPerson;
}

/** How common each pattern is in general: small sites use first names, larger ones first.last. */
const PRIOR: Record<Pattern, number> = {
  first: 0.3,
  'first.last': 0.29,
  flast: 0.14,
  firstlast: 0.07,
  'f.last': 0.05,
  firstl: 0.04,
  last: 0.035,
  first_last: 0.02,
  'first-last': 0.015,
  'last.first': 0.015,
  lastf: 0.01,
  'first.l': 0.01,
  fl: 0.005,
};
const PATTERNS = Object.keys(PRIOR) as Pattern[];
/** One known address weighs as much as this many guesses. */
const WEIGHT_OF_SEEN = 6;

/** How each pattern builds the local part. */
const LOCAL_PART: Record<Pattern, (first: string, last: string) => string> = {
  first: (first) => first,
  'first.last': (first, last) => `${first}.${last}`,
  flast: (first, last) => first.slice(0, 1) + last,
  firstlast: (first, last) => first + last,
  'f.last': (first, last) => `${first.slice(0, 1)}.${last}`,
  firstl: (first, last) => first + last.slice(0, 1),
  last: (_, last) => last,
  first_last: (first, last) => `${first}_${last}`,
  'first-last': (first, last) => `${first}-${last}`,
  'last.first': (first, last) => `${last}.${first}`,
  lastf: (first, last) => last + first.slice(0, 1),
  'first.l': (first, last) => `${first}.${last.slice(0, 1)}`,
  fl: (first, last) => first.slice(0, 1) + last.slice(0, 1),
};

/** The pattern that builds this address from the name, or null. The more specific pattern wins. */
export function patternOf(address: string, person: NamedPerson): Pattern | null {
  const local = address.slice(0, address.lastIndexOf('@')).toLowerCase().replace(/\+.*$/, '');
  const firsts = joinedForms(person.firstName);
  const lasts = joinedForms(person.lastName);
  // Every pattern starts like one of the two names, so this rejects most addresses of other people.
  const beginsAlike = (form: string) => form.charCodeAt(0) === local.charCodeAt(0);
  if (local.length < 2 || !(firsts.some(beginsAlike) || lasts.some(beginsAlike))) return null;
  for (const pattern of PATTERNS) {
    if (lasts.length === 0 && pattern !== 'first') continue;
    for (const first of firsts) {
      for (const last of lasts.length > 0 ? lasts : ['']) {
        if (LOCAL_PART[pattern](first, last) === local) return pattern;
      }
    }
  }
  return null;
}

/** What the known addresses of a site say about all patterns, likeliest first. Without any, the common ones. */
export function learnPatterns(known: readonly KnownAddress[]): LearnedPattern[] {
  const seen = new Map<Pattern, number>();
  for (const { address, person } of known) {
    const pattern = patternOf(address, person);
    if (pattern) seen.set(pattern, (seen.get(pattern) ?? 0) + 1);
  }
  const total = [...seen.values()].reduce((sum, count) => sum + count * WEIGHT_OF_SEEN, 1);
  return PATTERNS.map((pattern) => {
    const count = seen.get(pattern) ?? 0;
    return { pattern, seen: count, likelihood: (PRIOR[pattern] + count * WEIGHT_OF_SEEN) / total };
  }).sort((a, b) => b.likelihood - a.likelihood);
}

/** Addresses this person may have at the domain, likeliest first, without duplicates; empty if the name has no Latin form. */
export function candidateAddresses(
  person: NamedPerson,
  domain: string,
  learned: readonly LearnedPattern[],
): AddressCandidate[] {
  const [firsts, lasts] = [usualForms(person.firstName), usualForms(person.lastName)];
  const host = domain.toLowerCase();
  const found = new Map<string, AddressCandidate>();
  for (const { pattern, likelihood } of learned) {
    if (lasts.length === 0 && pattern !== 'first') continue;
    firsts.forEach((first, i) => {
      (lasts.length > 0 ? lasts : ['']).forEach((last, j) => {
        const local = LOCAL_PART[pattern](first, last);
        const address = `${local}@${host}`;
        const share = likelihood / 2 ** (i + j);
        if (local.length > 1 && share > (found.get(address)?.likelihood ?? 0))
          found.set(address, { address, pattern, likelihood: share });
      });
    });
  }
  return [...found.values()].sort((a, b) => b.likelihood - a.likelihood);
}

/** At most two spellings per part: more would only add guesses that are never checked. */
function usualForms(name: string): string[] {
  return joinedForms(name).slice(0, 2);
}
