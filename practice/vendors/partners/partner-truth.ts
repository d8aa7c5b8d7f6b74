// What the stand-ins of email partners know: each a part of the practice web's people, some of them wrongly. What a mailbox
// really is comes from the same truth that the mail servers follow.

import { asciiOf } from '../../data/names.ts';
import { numberOf } from '../../data/random.ts';
import { hasAlias } from '../../data/spots.ts';
import type { Person, World } from '../../data/types.ts';
import { judge, policyOf } from '../../mail/verdicts.ts';
import { createSeen } from '../per-world.ts';
import type { StandInName } from '../stand-in.ts';

/** Of a hundred people, how many a partner knows, and of how many it only guesses an address that does not exist. */
const coverage: Partial<Record<StandInName, { known: number; guessed: number }>> = {
  hunter: { known: 60, guessed: 8 },
  snovio: { known: 50, guessed: 0 },
  'voila-norbert': { known: 45, guessed: 8 },
  clearout: { known: 55, guessed: 0 },
  prospeo: { known: 45, guessed: 0 },
  findymail: { known: 50, guessed: 5 },
  dropcontact: { known: 45, guessed: 0 },
};

export interface KnownPerson {
  person: Person;
  address: string;
  isGuess: boolean;
}

/** What a partner knows about a person; null if nothing. */
export function findKnown(
  world: World,
  vendor: StandInName,
  { name, domain }: { name: string; domain: string },
): KnownPerson | null {
  const wanted = asciiOf(name);
  const person = peopleAt(world, domain).find((one) => asciiOf(one.name) === wanted);
  return person ? knownAbout(vendor, person) : null;
}

/** Everyone at a domain whom the partner knows. */
export function listKnown(world: World, vendor: StandInName, domain: string): KnownPerson[] {
  return peopleAt(world, domain).flatMap((person) => knownAbout(vendor, person) ?? []);
}

/** The shared mailboxes of a domain, which every partner knows. */
export function sharedAt(world: World, domain: string): string[] {
  return [...world.mailboxes].flatMap(([address, { kind, state }]) =>
    kind === 'generic' && state !== 'honeypot' && address.endsWith(`@${domain.toLowerCase()}`) ? [address] : [],
  );
}

/** The few people who asked partners not to process their data. */
export const isSuppressed = (person: Person) => numberOf(`not to be processed ${person.id}`) % 40 === 0;

function peopleAt(world: World, domain: string): Person[] {
  const name = domain.toLowerCase().replace(/^www\./, '');
  return world.people.filter(
    ({ site, address }) => (site.mailDomain === name || site.host === name) && address.endsWith(`@${site.mailDomain}`),
  );
}

function knownAbout(vendor: StandInName, person: Person): KnownPerson | null {
  const { known, guessed } = coverage[vendor] ?? { known: 0, guessed: 0 };
  const share = numberOf(`${vendor} knows ${person.id}`) % 100;
  if (share < known) return { person, address: person.address, isGuess: false };
  if (share >= known + guessed) return null;
  // Of an alias it only has what the pattern suggests, and of everybody else a mailbox that was closed.
  const wrong = hasAlias(person) ? person.patternAddress : `${asciiOf(person.name)}.office@${person.site.mailDomain}`;
  return { person, address: wrong, isGuess: true };
}

export type MailboxState =
  | ReturnType<typeof judge>['verdict']
  | 'no-domain'
  | 'no-mail'
  | 'greylisted'
  | 'full'
  | 'timeout'
  | 'unreachable'
  | 'honeypot';

const wasAsked = createSeen();

/** What a careful verifier sees. The first check of a greylisted address is deferred. */
export function lookAt(world: World, vendor: StandInName, given: string): MailboxState {
  const address = given.toLowerCase();
  const policy = policyOf(world, address.slice(address.lastIndexOf('@') + 1));
  if (policy === null) return 'no-domain';
  if (policy === 'null-mx' || policy === 'no-mx') return 'no-mail';
  if (policy === 'closed' || policy === 'blocked-at-connect' || policy === 'servfail') return 'unreachable';
  if (policy === 'tarpit' || policy === 'deferring' || policy === 'blocked') return 'timeout';
  const state = world.mailboxes.get(address)?.state;
  const { verdict } = judge(world, address);
  if (verdict === 'unknown') return state === 'full' ? 'full' : 'timeout';
  if (policy === 'greylist' && isFirstAsk(world, `${vendor} ${address}`)) return 'greylisted';
  return state === 'honeypot' && verdict === 'valid' ? 'honeypot' : verdict;
}

/** Whether this is the first request for it. */
export const isFirstAsk = (world: World, key: string): boolean => !wasAsked(world, key);
