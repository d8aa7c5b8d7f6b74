// The address of one person: what the site prints as theirs, else the likely ones, until a mail server confirms one.
// What could not be asked is told apart from what is not there; nobody pays for the first, and it is asked again later.

import type { Call } from '../provider.ts';
import type { AddressVerifier } from '../verification/verify-address.ts';
import { type Ask, type Asked, type CheckedAddress, createAsk, isUnconfirmable } from './ask-address.ts';
import type { CouldNotLook, GuessedAddress, SitePerson } from './site-study.ts';

/** `untold`: printed on the site as this person's, but its mail server did not tell. */
export type Sought =
  | { kind: 'found'; found: CheckedAddress }
  | { kind: 'none' }
  | { kind: 'could-not-look'; why: CouldNotLook; untold?: CheckedAddress };

/** The best address of one person. Throws ProviderError when no provider could be asked, or the signal's reason. */
export async function seekAddress(
  verifier: AddressVerifier,
  { seen, guesses }: Pick<SitePerson, 'seen' | 'guesses'>,
  call: Call,
): Promise<Sought> {
  const ask = createAsk(verifier, call);
  const printed: Asked[] = [];
  for (const from of seen) {
    const asked = await ask(from);
    if (asked.checked.verification.verdict === 'valid') return { kind: 'found', found: asked.checked };
    printed.push(asked);
  }
  const second = printed.find(({ checked }) => isUnconfirmable(checked));
  if (second) return { kind: 'found', found: second.checked };
  const untold = printed.find(({ checked }) => checked.verification.verdict === 'unknown');
  if (untold) return ofUntold(untold);
  return seekGuess(ask, guesses);
}

function ofUntold({ checked, why }: Asked): Sought {
  return why ? { kind: 'could-not-look', why, untold: checked } : { kind: 'found', found: checked };
}

async function seekGuess(ask: Ask, guesses: readonly GuessedAddress[]): Promise<Sought> {
  let why: CouldNotLook | undefined;
  for (const from of guesses) {
    const asked = await ask(from);
    const { checked } = asked;
    if (checked.verification.verdict === 'valid') return { kind: 'found', found: checked };
    // Where everything is accepted, only the site's own habit says that a guess is right.
    if (isUnconfirmable(checked)) return from.isSure ? { kind: 'found', found: checked } : { kind: 'none' };
    why ??= asked.why;
  }
  return why ? { kind: 'could-not-look', why } : { kind: 'none' };
}
