// Looks up the address of one person: the printed ones first, then guesses, until a mail server confirms one.
// "Could not look" is not "not found": the user doesn't pay for it, and it is retried later.

import type { Call } from '../provider.ts';
import type { AddressVerifier } from '../verification/verify-address.ts';
import {
  type AddressCheck,
  type CheckAddress,
  type CheckedAddress,
  createAddressChecker,
  isUnconfirmable,
} from './check-address.ts';
import type { CouldNotLook, GuessedAddress, SitePerson } from './site-study.ts';

/** `unverified`: printed on the site as this person's, but its mail server gave no answer. */
export type AddressLookup =
  | { kind: 'found'; found: CheckedAddress }
  | { kind: 'none' }
  | { kind: 'could-not-look'; why: CouldNotLook; unverified?: CheckedAddress };

/** The best address of one person. Throws ProviderError when no provider could be asked, or the signal's reason. */
export async function lookUpAddress(
  verifier: AddressVerifier,
  { seen, guesses }: Pick<SitePerson, 'seen' | 'guesses'>,
  call: Call,
): Promise<AddressLookup> {
  const ask = createAddressChecker(verifier, call);
  const printed: AddressCheck[] = [];
  for (const from of seen) {
    const asked = await ask(from);
    if (asked.checked.verification.verdict === 'valid') return { kind: 'found', found: asked.checked };
    printed.push(asked);
  }
  const second = printed.find(({ checked }) => isUnconfirmable(checked));
  if (second) return { kind: 'found', found: second.checked };
  const unverified = printed.find(({ checked }) => checked.verification.verdict === 'unknown');
  if (unverified) return fromUnverified(unverified);
  return lookUpGuess(ask, guesses);
}

function fromUnverified({ checked, why }: AddressCheck): AddressLookup {
  return why ? { kind: 'could-not-look', why, unverified: checked } : { kind: 'found', found: checked };
}

async function lookUpGuess(ask: CheckAddress, guesses: readonly GuessedAddress[]): Promise<AddressLookup> {
  let why: CouldNotLook | undefined;
  for (const from of guesses) {
    const asked = await ask(from);
    const { checked } = asked;
    if (checked.verification.verdict === 'valid') return { kind: 'found', found: checked };
    // At a catch-all, only the site's own pattern shows that a guess is right.
    if (isUnconfirmable(checked)) return from.isSure ? { kind: 'found', found: checked } : { kind: 'none' };
    why ??= asked.why;
  }
  return why ? { kind: 'could-not-look', why } : { kind: 'none' };
}
