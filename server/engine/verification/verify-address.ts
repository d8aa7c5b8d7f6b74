// Verifies an address: from its text alone, then from the cache, then by the providers in order of trust.
// Verdicts are shared by all users; what we could not find out is cached only until a retry makes sense.

import { createBatcher } from '../../platform/batcher.ts';
import type { Kdb } from '../../platform/db.ts';
import { createHostGate } from '../../platform/outbound/requests/host-gate.ts';
import { firstThatFinds, ProviderError } from '../provider.ts';
import { isDisposable } from './disposable.ts';
import { createMemory } from './memory.ts';
import { unknown } from './own/judge-outcome.ts';
import { type MailAddress, type ParsedAddress, parseAddress } from './parse-address.ts';
import { type NewVerdict, readKnown, saveVerdicts } from './stores/verdicts.store.ts';
import type { Verdict, Verification, VerificationReason, Verifier, VerifyCall } from './verification.ts';

export interface AddressVerifier {
  /**
   * Never throws because of the address or its mail server. Throws ProviderError when no provider could be asked, the signal's
   * reason, or database errors.
   */
  verifyAddress(address: string, call: VerifyCall): Promise<Verification>;
  /** Verifiers besides our own are used, so one unknown address says little about the next. */
  readonly hasPartners?: boolean;
}

export interface AddressVerifierOptions {
  db: Kdb;
  /** In order of trust: the first that knows wins; 'unknown' is passed on to the next. */
  verifiers: readonly Verifier[];
  now?: () => Date;
}

/** Concurrent searches read and write at about the same time; the wait is tiny next to an SMTP conversation. */
const TOGETHER = { most: 100, waitMs: 5 };
const DAY_MS = 24 * 3600 * 1000;
// People leave, and mailboxes are created. A working mailbox still works next month; a missing one may exist next week.
const BELIEVED_DAYS: Record<Exclude<Verdict, 'unknown'>, number> = {
  valid: 30,
  catch_all: 14,
  refuses_checks: 14,
  invalid: 7,
};
// Without a time to retry, there is nothing more to find out soon.
const UNKNOWN_MS = DAY_MS;
// A partner that failed without naming a time usually answers again soon.
const FAILURE_SECONDS = 15 * 60;

const NOT_CHECKED: ReadonlySet<VerificationReason> = new Set(['busy', 'capped', 'not-asked', 'pending']);

/** One per process. */
export function createAddressVerifier(options: AddressVerifierOptions): AddressVerifier {
  const { db, verifiers, now = () => new Date() } = options;
  // The same address twice at once: the second caller waits and reuses the first one's result.
  const gate = createHostGate(1);
  const memory = createMemory<Verification>(now);
  const read = createBatcher({
    run: (addresses: readonly MailAddress[]) => readKnown(db, addresses, now()),
    ...TOGETHER,
  });
  const keep = createBatcher({
    run: (verdicts: readonly NewVerdict[]) => saveVerdicts(db, verdicts),
    ...TOGETHER,
  });

  const look = async (address: MailAddress, call: VerifyCall): Promise<Verification> => {
    const isFresh = call.order !== undefined;
    const key = address.address.toLowerCase();
    const remembered = memory.get(key);
    if (remembered && !isFresh) return remembered;
    const { verdict, domain } = await read(address);
    if (verdict && !isFresh) return verdict;
    for (const verifier of verifiers) verifier.noteDomain?.(address.domain, domain);
    const begun = now();
    const found = await askVerifiers(verifiers, address, call);
    // No one was asked, so there is nothing to cache.
    if (NOT_CHECKED.has(found.reason)) return found;
    // Another process may have a better answer than "could not look".
    if (isFresh && verdict && (found.couldNotLook || found.failure)) return found;
    const expiresAt = expiryOf(found, now());
    await keep({ address: key, kept: found, now: begun, expiresAt });
    // Another worker may soon know what is unknown now.
    if (found.verdict !== 'unknown') memory.set(key, found, expiresAt);
    return found;
  };

  return {
    hasPartners: verifiers.length > 1,
    async verifyAddress(given, call) {
      const parsed = parseAddress(given);
      if (!parsed.ok) return fromText(parsed, now());
      const { address } = parsed;
      if (isDisposable(address)) return listed(now());
      const leave = await gate.enter(address.address.toLowerCase(), call.signal ?? new AbortController().signal);
      try {
        return await look(address, call);
      } finally {
        leave();
      }
    },
  };
}

const source = 'zeus-own';

function fromText({ problem }: Extract<ParsedAddress, { ok: false }>, now: Date): Verification {
  const evidence = { at: now.toISOString(), step: 'syntax', text: problem };
  if (problem !== 'quoted-local-part') return { verdict: 'invalid', reason: 'bad-syntax', source, evidence };
  return { verdict: 'unknown', reason: problem, source, evidence };
}

const listed = (now: Date): Verification => ({
  verdict: 'invalid',
  reason: 'disposable',
  source,
  evidence: { at: now.toISOString(), step: 'lists' },
});

/** The mail server will tell later, or has told all it can: another verifier would be paid for the same. */
const SETTLED_FOR_NOW: ReadonlySet<VerificationReason> = new Set(['greylisted', 'deferred', 'mailbox-full', 'busy']);
/** Says nothing about the address, so what the next verifier says is better, however little. */
const SAYS_NOTHING: ReadonlySet<VerificationReason> = new Set(['port-closed', 'capped']);

async function askVerifiers(
  verifiers: readonly Verifier[],
  address: MailAddress,
  call: VerifyCall,
): Promise<Verification> {
  let unverified: Verification | undefined;
  let failure: ProviderError | undefined;
  const found = await firstThatFinds(verifiers, call, async (verifier) => {
    const finding = await askVerifier(verifier, address, call).catch((error: unknown) => {
      if (error instanceof ProviderError) failure ??= error;
      throw error;
    });
    const { reason } = finding;
    // No other verifier is paid while one is working on the address.
    if (reason === 'pending' || isVerified(finding)) return finding;
    if (unverified === undefined || SAYS_NOTHING.has(unverified.reason)) unverified = finding;
    return SETTLED_FOR_NOW.has(reason) ? unverified : null;
  });
  const answer = found ?? unverified;
  if (answer === undefined) throw new TypeError('at least one verifier is needed');
  return failure && !isVerified(answer) ? { ...answer, failure } : answer;
}

const isVerified = ({ verdict }: Verification) => verdict !== 'unknown' && verdict !== 'refuses_checks';

async function askVerifier(verifier: Verifier, address: MailAddress, call: VerifyCall): Promise<Verification> {
  const { source } = verifier;
  try {
    return { ...(await verifier.verify(address, call)), source };
  } catch (error) {
    if (!(error instanceof ProviderError && error.kind === 'pending')) throw error;
    const evidence = { at: new Date().toISOString(), text: error.message };
    return { ...unknown('pending', evidence, error.retryAfterSeconds), source };
  }
}

function expiryOf({ verdict, retryAfterSeconds, failure }: Verification, now: Date): Date {
  const unknownMs = retryAfterSeconds === undefined ? UNKNOWN_MS : retryAfterSeconds * 1000;
  const believedMs = verdict === 'unknown' ? unknownMs : BELIEVED_DAYS[verdict] * DAY_MS;
  const failureMs = failure ? (failure.retryAfterSeconds ?? FAILURE_SECONDS) * 1000 : believedMs;
  return new Date(now.getTime() + Math.min(believedMs, failureMs));
}
