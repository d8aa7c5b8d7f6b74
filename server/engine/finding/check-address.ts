// Checks addresses with their mail servers one by one, and caches which servers give no answer.

import type { AddressKind } from '../emails/address.ts';
import { classifyAddress } from '../emails/classify.ts';
import type { Call } from '../provider.ts';
import type { Verification } from '../verification/verification.ts';
import type { AddressVerifier } from '../verification/verify-address.ts';
import { explainUnverified } from './explain-unverified.ts';
import { mailHostOf } from './guess-addresses.ts';
import type { CouldNotLook, GuessedAddress, SeenAddress } from './site-study.ts';

/** An address and what its mail server says about it. */
export interface CheckedAddress {
  address: string;
  kind: AddressKind;
  /** The owner, if known. */
  owner?: string;
  /** Where it was found on the site, or how it was guessed. */
  from: SeenAddress | GuessedAddress;
  verification: Verification;
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

export type CheckAddress = (from: SeenAddress | GuessedAddress) => Promise<AddressCheck>;

/**
 * Creates a checker for the addresses of one site. It throws ProviderError when no provider could be asked, or the signal's
 * reason.
 */
export function createAddressChecker(verifier: AddressVerifier, call: Call): CheckAddress {
  const silent = new Map<string, Verification>();
  return async (from) => {
    const host = mailHostOf(from.address);
    const verification = silent.get(host) ?? (await verifier.verifyAddress(from.address, call));
    // Greylisting concerns one address. Any other failure concerns the host, so the next address would fail too.
    if (verification.couldNotLook && verification.reason !== 'greylisted') silent.set(host, verification);
    const { address, owner } = from;
    const kind = 'kind' in from ? from.kind : classifyAddress(address);
    const checked = { address, kind, ...(owner === undefined ? {} : { owner }), from, verification };
    return { checked, why: explainUnverified(verification, host) };
  };
}
