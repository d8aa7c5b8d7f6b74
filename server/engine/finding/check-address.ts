// Checks addresses with their mail servers one by one, and caches which servers give no answer.

import type { AddressKind } from '../emails/address.ts';
import { classifyAddress } from '../emails/classify.ts';
import type { Call } from '../provider.ts';
import type { Verdict, Verification } from '../verification/verification.ts';
import type { AddressVerifier } from '../verification/verify-address.ts';
import { explainUnverified } from './explain-unverified.ts';
import { mailHostOf } from './guess-addresses.ts';
import type { AddressOrigin, CouldNotLook, SitePerson } from './site-study.ts';

/** An address and what its mail server says about it. */
export interface CheckedAddress {
  address: string;
  kind: AddressKind;
  /** The owner, if known. */
  owner?: string;
  /** Where it was found on the site, how it was guessed, or which partner named it. */
  from: AddressOrigin;
  verification: Verification;
  /** Sources checked for it, in this order. */
  asked?: readonly LookupStep[];
  /** The person, if only a partner knows them. */
  person?: SitePerson;
}

export interface SiteAddresses {
  /** At most as many as requested, people first. None is invalid. */
  found: CheckedAddress[];
  /** Set when some addresses could not be checked. */
  why?: CouldNotLook;
}

/** One step of the search for an address. It names no address: others may belong to people the user has not paid for. */
export interface LookupStep {
  source: string;
  outcome: 'found' | 'nothing' | 'failed' | 'skipped';
  /** The verdict on what was found. */
  verdict?: Verdict;
  words: string;
  at: string;
}

/** What our own search says about an address it found. */
export function ownStep({ from, verification: { verdict } }: CheckedAddress, now: Date): LookupStep {
  return { source: 'zeus-own', outcome: 'found', verdict, words: originWords(from), at: now.toISOString() };
}

/** How our own search came to an address, in a few words. */
export function originWords(from: AddressOrigin): string {
  if ('page' in from) return 'Listed on the site.';
  return 'pattern' in from && from.pattern === 'usual' ? 'A common mailbox.' : 'Derived from the name.';
}

/** Who found the address. */
export function foundBy({ from }: CheckedAddress): string {
  return 'partner' in from ? from.partner : 'zeus-own';
}

/** Whether no mail server will ever confirm this or any other address at its domain. */
export function isUnconfirmable({ verification: { verdict } }: CheckedAddress): boolean {
  return verdict === 'catch_all' || verdict === 'refuses_checks';
}

export interface AddressCheck {
  checked: CheckedAddress;
  /** Set when its mail server could not be asked. */
  why: CouldNotLook | undefined;
}

export type CheckAddress = (from: AddressOrigin) => Promise<AddressCheck>;

/**
 * Creates a checker for the addresses of one site. It throws ProviderError when no provider could be asked, or the signal's
 * reason.
 */
export function createAddressChecker(verifier: AddressVerifier, call: Call): CheckAddress {
  const silent = new Map<string, Verification>();
  return async (from) => {
    const host = mailHostOf(from.address);
    const verification = silent.get(host) ?? (await verifier.verifyAddress(from.address, call));
    // Greylisting concerns one address. Any other failure concerns the host, so the next address would fail too, unless a
    // partner knows it.
    const concernsHost = verification.reason !== 'greylisted' && !verifier.hasPartners;
    if (verification.couldNotLook && concernsHost) silent.set(host, verification);
    const { address, owner } = from;
    const kind = 'kind' in from ? from.kind : classifyAddress(address);
    const checked = { address, kind, ...(owner === undefined ? {} : { owner }), from, verification };
    return { checked, why: explainUnverified(verification, host) };
  };
}
