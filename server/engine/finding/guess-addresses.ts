// Guesses the addresses of a person whose address isn't printed: by the site's pattern, or else by the common ones.

import type { NamedPerson } from '../emails/ascii-names.ts';
import { candidateAddresses, type LearnedPattern, learnPatterns, type Pattern, patternOf } from '../emails/patterns.ts';
import { domainOf } from '../pages/page-url.ts';
import { isOnPlatform, isPlatform } from '../pages/platforms.ts';
import type { GuessedAddress, SeenAddress } from './site-study.ts';

/** More would strain the mail server for little gain: these cover 85 % of sites whose pattern is unknown. */
const MAX_GUESSES = 5;
/** Enough to show where a pattern comes from. */
const MAX_EXAMPLES = 3;

// Without a known pattern, those with the full name come first: such an address is unlikely to belong to someone else.
const WITHOUT_HABIT = ['first.last', 'flast', 'firstlast', 'f.last', 'first'].flatMap(
  (wanted) => learnPatterns([]).find(({ pattern }) => pattern === wanted) ?? [],
);

type Named = NamedPerson & { name: string };

/**
 * The domain of the site's email: its own if any address uses it, otherwise another one the site uses. `stated`: the addresses that
 * the site gives as its own; it merely mentions the others.
 */
export function mailDomainOf(site: string, addresses: readonly SeenAddress[], stated: ReadonlySet<string>): string {
  // Pages of a platform print addresses of many companies.
  if (isPlatform(site)) return site;
  const hosts = new Set(addresses.map(({ address }) => mailHostOf(address)));
  if (hosts.has(site)) return site;
  const used = new Map<string, number>();
  for (const { address, kind, owner } of addresses) {
    const host = mailHostOf(address);
    const isStated = stated.has(address) || domainOf(`http://${host}`) === site;
    const isSites = kind === 'generic' ? isStated : kind === 'personal' && owner !== undefined;
    if (isSites) used.set(host, (used.get(host) ?? 0) + 1);
  }
  const [best] = [...used].sort(([, a], [, b]) => b - a);
  const below = [...used.keys()].find((host) => domainOf(`http://${host}`) === site);
  // A single address elsewhere may belong to a guest or partner.
  return below ?? (best && best[1] > 1 ? best[0] : site);
}

/** The part after the at sign. */
export function mailHostOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}

/** The likely addresses of each person, in the same order; none that two people could share or that belongs to someone else. */
export function guessAddresses(
  people: readonly Named[],
  mailDomain: string,
  addresses: readonly SeenAddress[],
): GuessedAddress[][] {
  // A guess would reach a stranger at the company, or nobody: its users' hosts have no mail server.
  if (isOnPlatform(mailDomain)) return people.map(() => []);
  const known = knownOf(people, mailDomain, addresses);
  const patterns = learn(known);
  const taken = new Set(addresses.map(({ address }) => address));
  const all = people.map((person) => guessesFor(person, mailDomain, { patterns, known }));
  const wanted = new Map<string, number>();
  for (const { address } of all.flat()) wanted.set(address, (wanted.get(address) ?? 0) + 1);
  return all.map((guesses) => guesses.filter(({ address }) => wanted.get(address) === 1 && !taken.has(address)));
}

interface Known {
  address: string;
  person: Named;
}

/** The site's addresses with a known owner. */
function knownOf(people: readonly Named[], mailDomain: string, addresses: readonly SeenAddress[]): Known[] {
  return addresses.flatMap(({ address, owner }) => {
    const person = people.find(({ name }) => name === owner);
    return person && address.endsWith(`@${mailDomain}`) ? [{ address, person }] : [];
  });
}

function learn(known: readonly Known[]): LearnedPattern[] {
  const patterns = known.length === 0 ? [] : learnPatterns(known);
  return patterns.some(({ seen }) => seen > 0) ? patterns : WITHOUT_HABIT;
}

interface Habit {
  patterns: readonly LearnedPattern[];
  known: readonly Known[];
}

function guessesFor(person: Named, mailDomain: string, { patterns, known }: Habit): GuessedAddress[] {
  const all = candidateAddresses(person, mailDomain, patterns);
  const hasHabit = patterns.some(({ seen }) => seen > 0);
  // Without a known pattern, another pattern is likelier than another spelling of the name.
  const candidates = hasHabit
    ? all
    : patterns.flatMap(({ pattern }) => all.find((one) => one.pattern === pattern) ?? []);
  const learntFrom = new Map(patterns.map(({ pattern, seen }) => [pattern, seen]));
  return candidates.slice(0, MAX_GUESSES).map(({ address, pattern, likelihood }) => ({
    address,
    pattern,
    likelihood: Math.round(likelihood * 1000) / 1000,
    learntFrom: learntFrom.get(pattern) ?? 0,
    ...examplesOf(pattern, known),
    isSure: (learntFrom.get(pattern) ?? 0) > 0 && all.filter((one) => one.pattern === pattern).length === 1,
  }));
}

function examplesOf(pattern: Pattern, known: readonly Known[]): Pick<GuessedAddress, 'learntOf'> {
  const names = known.filter(({ address, person }) => patternOf(address, person) === pattern);
  return names.length > 0 ? { learntOf: names.slice(0, MAX_EXAMPLES).map(({ person }) => person.name) } : {};
}
