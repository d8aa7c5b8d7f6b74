// Finds the addresses of a whole site: people first, then shared mailboxes, then whom partners know.

import { defaultFallbackOrder, type FallbackStep } from '../../../shared/outreach-values.ts';
import type { DomainFinder } from '../email-finders/email-finder.ts';
import { isOnPlatform } from '../pages/platforms.ts';
import type { Call } from '../provider.ts';
import type { AddressVerifier } from '../verification/verify-address.ts';
import {
  type AddressCheck,
  type CheckAddress,
  type CheckedAddress,
  createAddressChecker,
  isUnconfirmable,
  ownStep,
  type SiteAddresses,
} from './check-address.ts';
import { mailHostOf } from './guess-addresses.ts';
import { usualMailboxes } from './mailboxes.ts';
import { isWanted, orderPeople, rankOfAddress, rankOfPerson } from './outreach-order.ts';
import { askDomains } from './partners/ask-domains.ts';
import type { Waterfall } from './partners/ask-people.ts';
import type { SuppressionList } from './partners/suppressed.store.ts';
import type { CouldNotLook, GuessedAddress, SeenAddress, SitePerson, SiteStudy } from './site-study.ts';

export interface SiteTools {
  verifier: AddressVerifier;
  domains?: Waterfall<DomainFinder>;
  suppressed?: SuppressionList;
  now?: () => Date;
}

export interface SiteSearch {
  most: number;
  call: Call;
  /** Whom to look for after the author. */
  order?: readonly FallbackStep[];
}

/** Concurrent conversations with the mail servers of one site. The verifier has the same limit. */
const AT_ONCE = 3;
/** Twice what is wanted, so that a long list of dead addresses does not keep us busy. */
const CHECKS_PER_WANTED = 2;

/**
 * Up to `most` addresses of a site that were not rejected. Throws ProviderError when no provider could be asked, or the signal's
 * reason.
 */
export async function checkSite(
  { verifier, domains, suppressed, now = () => new Date() }: SiteTools,
  study: SiteStudy,
  { most, call, order = defaultFallbackOrder }: SiteSearch,
): Promise<SiteAddresses> {
  const check = createAddressChecker(verifier, call);
  const { found: ofSite, ...rest } = await checkOwn(check, study, { most, order });
  const own: SiteAddresses = { ...rest, found: ofSite.map((one) => ({ ...one, asked: [ownStep(one, now())] })) };
  // Waiting for a greylisting server is free.
  const isEnough = own.found.length >= most || own.why?.passesLater === 'greylisting' || own.why?.isUnderWay;
  if (isEnough || !domains || domains.finders.length === 0) return own;
  // Partners would name the platform's staff.
  if (isOnPlatform(study.mailDomain)) return own;
  const isCatchAll = own.found.filter(({ verification }) => verification.verdict === 'catch_all');
  const said = await askDomains(domains, {
    ...{ check, call, now, suppressed, domain: study.mailDomain, most: most - own.found.length },
    catchAllHosts: new Set(isCatchAll.map(({ address }) => mailHostOf(address))),
    taken: new Set(own.found.map(({ address }) => address.toLowerCase())),
    isLastHope: own.found.length === 0,
    asked: [
      {
        ...{ source: 'zeus-own', outcome: own.found.length > 0 ? 'found' : 'nothing', at: now().toISOString() },
        words: ownWords(own.found.length),
      },
    ],
  });
  const why = waitAfter(own, said);
  return { found: [...own.found, ...said.found].slice(0, most), ...(why ? { why } : {}) };
}

function ownWords(found: number): string {
  const addresses = found === 0 ? 'no addresses' : found === 1 ? '1 address' : `${found} addresses`;
  return `The site and its mail server returned ${addresses}.`;
}

function waitAfter(own: SiteAddresses, said: SiteAddresses): CouldNotLook | undefined {
  if (said.why?.isUnderWay) return said.why;
  if (own.found.length > 0) return own.why;
  // Our own server may be blocked while a partner knows: then what it found is the answer.
  return said.found.length > 0 ? undefined : (own.why ?? said.why);
}

type OwnSearch = Required<Pick<SiteSearch, 'most' | 'order'>>;

async function checkOwn(ask: CheckAddress, study: SiteStudy, { most, order }: OwnSearch): Promise<SiteAddresses> {
  const listed = await checkAll(ask, candidatesOf(study, order), most);
  if (listed.found.length > 0 || listed.why) return listed;
  const { found, why } = await checkAll(ask, usualMailboxes(study), most);
  const real = found.filter(({ verification }) => verification.verdict === 'valid');
  return { found: real, ...(why ? { why } : {}) };
}

type Candidate = SeenAddress | GuessedAddress;

/**
 * The addresses of people and those without an owner, in the campaign's order. People without a printed address get the site's
 * pattern. People that the order has no place for are left out.
 */
function candidatesOf({ people, addresses }: SiteStudy, order: readonly FallbackStep[]): Candidate[] {
  const wanted = people.filter((person) => isWanted(person, order));
  const ofPeople = orderPeople(wanted, order).flatMap((person) =>
    addressesOf(person).map((address) => ({ address, rank: rankOfPerson(person, order) })),
  );
  const owned = new Set(people.flatMap(addressesOf).map(({ address }) => address));
  const others = addresses
    .filter(({ address }) => !owned.has(address))
    .map((address) => ({ address, rank: rankOfAddress(address, order) }));
  return [...ofPeople, ...others].sort((a, b) => a.rank - b.rank).map(({ address }) => address);
}

function addressesOf({ name, seen, guesses }: SitePerson): Candidate[] {
  if (seen.length > 0) return seen;
  const [best] = guesses;
  return best && best.learntFrom > 0 ? [{ ...best, owner: name }] : [];
}

async function checkAll(ask: CheckAddress, candidates: readonly Candidate[], most: number): Promise<SiteAddresses> {
  const found: CheckedAddress[] = [];
  let why: CouldNotLook | undefined;
  const list = candidates.slice(0, most * CHECKS_PER_WANTED);
  for (let i = 0; i < list.length && found.length < most; i += AT_ONCE) {
    for (const asked of await Promise.all(list.slice(i, i + AT_ONCE).map(ask))) {
      why ??= asked.why;
      if (isOffered(asked) && found.length < most) found.push(asked.checked);
    }
  }
  return { found, ...(why ? { why } : {}) };
}

/** A guess must be confirmed. A printed address is offered unless its mail server rejects it. */
function isOffered({ checked }: AddressCheck): boolean {
  const { from, verification } = checked;
  if ('page' in from) return verification.verdict !== 'invalid';
  return verification.verdict === 'valid' || (isUnconfirmable(checked) && 'isSure' in from && from.isSure);
}
