// How a site builds addresses from names: learned from addresses with a known owner, applied to others.

import { joinedForms, type NamedPerson } from './ascii-names.ts';

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

interface PatternRule {
  /** How common it is in general: small sites use first names, larger ones first.last. */
  prior: number;
  localPart(first: string, last: string): string;
}

/** f and l are initials: 'f.last' is j.doe. */
const RULES = {
  first: { prior: 0.3, localPart: (first) => first },
  'first.last': { prior: 0.29, localPart: (first, last) => `${first}.${last}` },
  flast: { prior: 0.14, localPart: (first, last) => first.slice(0, 1) + last },
  firstlast: { prior: 0.07, localPart: (first, last) => first + last },
  'f.last': { prior: 0.05, localPart: (first, last) => `${first.slice(0, 1)}.${last}` },
  firstl: { prior: 0.04, localPart: (first, last) => first + last.slice(0, 1) },
  last: { prior: 0.035, localPart: (_, last) => last },
  first_last: { prior: 0.02, localPart: (first, last) => `${first}_${last}` },
  'first-last': { prior: 0.015, localPart: (first, last) => `${first}-${last}` },
  'last.first': { prior: 0.015, localPart: (first, last) => `${last}.${first}` },
  lastf: { prior: 0.01, localPart: (first, last) => last + first.slice(0, 1) },
  'first.l': { prior: 0.01, localPart: (first, last) => `${first}.${last.slice(0, 1)}` },
  fl: { prior: 0.005, localPart: (first, last) => first.slice(0, 1) + last.slice(0, 1) },
} as const satisfies Record<string, PatternRule>;
export type Pattern = keyof typeof RULES;
const PATTERNS = Object.keys(RULES) as Pattern[];
/** One known address weighs as much as this many guesses. */
const WEIGHT_OF_SEEN = 6;

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
        if (RULES[pattern].localPart(first, last) === local) return pattern;
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
    return { pattern, seen: count, likelihood: (RULES[pattern].prior + count * WEIGHT_OF_SEEN) / total };
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
        const local = RULES[pattern].localPart(first, last);
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
