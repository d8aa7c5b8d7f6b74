// Looks up the address of one person: the printed ones first, then guesses, until a mail server confirms one; then partners.
// "Could not look" is not "not found": the user doesn't pay for it, and it is retried later.

import { splitName } from '../authors/names/split-name.ts';
import type { PersonFinder, PersonQuery } from '../email-finders/email-finder.ts';
import type { Call } from '../provider.ts';
import type { AddressVerifier } from '../verification/verify-address.ts';
import {
  type AddressCheck,
  type CheckAddress,
  type CheckedAddress,
  createAddressChecker,
  isUnconfirmable,
  type LookupStep,
  originWords,
} from './check-address.ts';
import { mailHostOf } from './guess-addresses.ts';
import { askPeople, type PartnerResults, type Waterfall } from './partners/ask-people.ts';
import type { CouldNotLook, GuessedAddress, SitePerson } from './site-study.ts';

/**
 * `fallback`: an address to show if looking again does not help either. `suppressed`: the person asked not to be processed and
 * must be dropped.
 */
export type AddressLookup =
  | { kind: 'found'; found: CheckedAddress }
  | { kind: 'none' }
  | { kind: 'suppressed'; by: string }
  | { kind: 'could-not-look'; why: CouldNotLook; fallback?: CheckedAddress };

export interface LookupTools {
  verifier: AddressVerifier;
  people?: Waterfall<PersonFinder>;
  now?: () => Date;
}

/** The name is needed to ask partners; a shared mailbox has none. */
export type PersonToFind = Pick<SitePerson, 'seen' | 'guesses'> & { name?: string };

/** The best address of one person. Throws ProviderError when no provider could be asked, or the signal's reason. */
export async function lookUpAddress(
  { verifier, people, now = () => new Date() }: LookupTools,
  person: PersonToFind,
  call: Call,
): Promise<AddressLookup> {
  const asked: LookupStep[] = [];
  const catchAllHosts = new Set<string>();
  const checkOne = createAddressChecker(verifier, call);
  const check: CheckAddress = async (from) => {
    const result = await checkOne(from);
    if (result.checked.verification.verdict === 'catch_all') catchAllHosts.add(mailHostOf(from.address));
    return result;
  };
  const own = await lookUpOwn(check, person);
  asked.push({ source: 'zeus-own', ...own.told, at: now().toISOString() });
  const query = queryOf(person);
  // Waiting for a greylisting server is free, and usually ends well. Our own limits may take a day to end.
  const isWorthIt = !own.isConfirmed && own.why?.passesLater !== 'greylisting' && !own.why?.isUnderWay;
  const said: PartnerResults =
    isWorthIt && query && people ? await askPeople(people, query, { check, catchAllHosts, call, now, asked }) : {};
  if (said.suppressedBy !== undefined) return { kind: 'suppressed', by: said.suppressedBy };
  return choose(own, said, asked);
}

/** Whom to ask partners for. People who have no mailbox at the site, and those with one name, are not asked for. */
export function queryOf({ name = '', guesses }: PersonToFind): PersonQuery | undefined {
  const [guess] = guesses;
  const { firstName, lastName } = splitName(name);
  if (!guess || !firstName || !lastName) return undefined;
  return { firstName, lastName, domain: mailHostOf(guess.address) };
}

interface OwnResult {
  /** A printed address, or a guess that the mail server confirmed or that is sure. */
  best?: CheckedAddress;
  isConfirmed: boolean;
  why?: CouldNotLook;
  told: Pick<LookupStep, 'outcome' | 'words' | 'verdict'>;
}

async function lookUpOwn(check: CheckAddress, { seen, guesses }: PersonToFind): Promise<OwnResult> {
  const printed: AddressCheck[] = [];
  for (const from of seen) {
    const one = await check(from);
    printed.push(one);
    if (one.checked.verification.verdict === 'valid') return ownResult(one);
  }
  const second =
    printed.find(({ checked }) => isUnconfirmable(checked)) ??
    printed.find(({ checked }) => checked.verification.verdict === 'unknown');
  if (second) return ownResult(second);
  return lookUpGuess(check, guesses, printed.length > 0);
}

function ownResult({ checked, why }: AddressCheck): OwnResult {
  const { verdict } = checked.verification;
  const told = { outcome: 'found' as const, words: originWords(checked.from), verdict };
  return { best: checked, isConfirmed: verdict === 'valid', ...(why ? { why } : {}), told };
}

async function lookUpGuess(
  check: CheckAddress,
  guesses: readonly GuessedAddress[],
  isPrintedWrong: boolean,
): Promise<OwnResult> {
  let why: CouldNotLook | undefined;
  for (const from of guesses) {
    const one = await check(from);
    const { checked } = one;
    if (checked.verification.verdict === 'valid') return ownResult(one);
    if (isUnconfirmable(checked)) {
      // At a catch-all, only the site's own pattern shows that a guess is right.
      if (from.isSure) return ownResult(one);
      return nothing(
        'The site lists no address, and its mail server doesn’t reveal which of the likely addresses exists.',
      );
    }
    why ??= one.why;
  }
  if (why) return { isConfirmed: false, why, told: { outcome: 'failed', words: why.message } };
  if (isPrintedWrong) return nothing('The mail server rejects the address the site lists.');
  if (guesses.length === 0) return nothing('The site lists no address.');
  const likely = guesses.length === 1 ? 'the only likely address' : `all ${guesses.length} likely addresses`;
  return nothing(`The site lists no address, and its mail server rejects ${likely}.`);
}

const nothing = (words: string): OwnResult => ({ isConfirmed: false, told: { outcome: 'nothing', words } });

/** Confirmed addresses first, then unconfirmable ones, then those unknown so far; ours before the partners'. */
function choose(own: OwnResult, said: PartnerResults, asked: readonly LookupStep[]): AddressLookup {
  const ofOwn: AddressCheck[] = own.best ? [{ checked: own.best, why: own.why }] : [];
  const checks = [...ofOwn, ...(said.best ? [said.best] : [])];
  const best =
    checks.find(({ checked }) => checked.verification.verdict === 'valid') ??
    checks.find(({ checked }) => isUnconfirmable(checked)) ??
    checks[0];
  const found = best && { ...best.checked, asked };
  // A partner that is working on it may still name a better one.
  const waitFor = found?.verification.verdict === 'valid' ? undefined : said.why?.isUnderWay ? said.why : best?.why;
  if (found) {
    return waitFor ? { kind: 'could-not-look', why: waitFor, fallback: found } : { kind: 'found', found };
  }
  const why = said.why && !said.why.needsOperator ? said.why : (own.why ?? said.why);
  return why ? { kind: 'could-not-look', why } : { kind: 'none' };
}
