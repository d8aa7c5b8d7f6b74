// Asks a vendor one question, and pays for it once. In this order: the stored answer; a claim, which is refused while
// the same question is under way, a limit is reached or the vendor is being left alone; the request; the answer and its
// price in the ledger. A process that dies
// - before the claim is committed has sent nothing;
// - between the claim and the stored answer leaves a call `under_way`, which others wait for until its time is up. Then it
//   is `lost`: where the vendor can give the answer again it is fetched, otherwise the question is sent, and paid, again.
// - later than that loses nothing.

import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Call } from '../provider.ts';
import { type Attempt, attempt, type Failure } from './attempt.ts';
import { type CallEnd, type Claim, claimCall, endCall, findAnswer } from './calls.store.ts';
import { endRest, noteFailure } from './rests.store.ts';
import { defaultTimeoutMs } from './send.ts';
import { countUsage } from './usage.store.ts';
import { baseUrlOf, limitsOf, type Question, type VendorDesk, vendorError } from './vendor.ts';

/** A free place or another job's answer is awaited here for so long; then the job waits without a worker's slot. */
const patienceMs = 3_000;
const lookAgainMs = 200;
const comeBackSeconds = 5;

/** The answer, or null when there is nothing. Throws ProviderError. */
export async function askVendor<Answer>(
  desk: VendorDesk,
  question: Question<Answer>,
  { signal }: Pick<Call, 'signal'>,
): Promise<Answer | null> {
  const hash = hashOf(desk, question);
  const claim = await claimInTime(desk, question, hash, signal);
  if (claim.kind === 'answered') return readStored(desk, question, claim.answer);
  const begun = performance.now();
  const tried = await attempt(desk, question, claim.wasLost, signal);
  const call = { callId: claim.callId, hash, ms: Math.round(performance.now() - begun) };
  if ('error' in tried) return recordFailure(desk, question, tried, call);
  await recordAnswer(desk, question, tried, call);
  return tried.answer;
}

/** Drops the stored answer, so that the question is sent again next time. */
export async function forgetAnswer<Answer>(desk: VendorDesk, question: Question<Answer>): Promise<void> {
  await desk.db.deleteFrom('provider_answers').where('request_hash', '=', hashOf(desk, question)).execute();
}

/** Two vendors, or one at two addresses (its sandbox), do not share answers. */
export function hashOf(
  desk: VendorDesk,
  { capability, identity }: Pick<Question<unknown>, 'capability' | 'identity'>,
): Buffer {
  const asked = [desk.vendor.source, baseUrlOf(desk), capability, identity];
  return createHash('sha256').update(JSON.stringify(asked)).digest();
}

type Started = Extract<Claim, { kind: 'answered' | 'granted' }>;

/** Waits a moment for a place. Throws ProviderError when none becomes free, or the vendor is not to be asked now. */
async function claimInTime<Answer>(
  desk: VendorDesk,
  question: Question<Answer>,
  hash: Buffer,
  signal: AbortSignal | undefined,
): Promise<Started> {
  const stored = await findAnswer(desk.db, hash);
  if (stored) return { kind: 'answered', answer: stored.answer };
  const { source } = desk.vendor;
  const limits = limitsOf(desk);
  const wish = {
    ...{ hash, source, limits, capability: question.capability },
    maxDollars: maxDollarsOf(desk, question),
    timeoutMs: question.request.timeoutMs ?? defaultTimeoutMs,
  };
  const until = performance.now() + patienceMs;
  for (;;) {
    const claim = await claimCall(desk.db, wish);
    if (claim.kind === 'answered' || claim.kind === 'granted') return claim;
    const waitMs = claim.kind === 'full' ? Math.max(lookAgainMs, claim.seconds * 1000) : lookAgainMs;
    const isWorthIt = claim.kind === 'full' || claim.kind === 'asked';
    if (!isWorthIt || performance.now() + waitMs > until) throw refusal(source, claim);
    await sleep(waitMs, undefined, signal ? { signal } : {});
  }
}

function refusal(source: string, claim: Exclude<Claim, Started>) {
  switch (claim.kind) {
    case 'asked':
      return vendorError(source, 'pending', 'Another job is asking the same.', comeBackSeconds);
    case 'full':
      // Worth waiting for: the next source would be paid for the whole search again.
      return vendorError(source, 'pending', 'Our limit for it is reached.', Math.ceil(claim.seconds));
    case 'over-budget':
      return vendorError(source, 'quota', `Our budget for this ${claim.period} is used up.`);
    case 'resting': {
      const isForOperator = claim.reason === 'auth' || claim.reason === 'quota';
      return vendorError(source, claim.reason, claim.message, isForOperator ? undefined : claim.seconds);
    }
  }
}

async function readStored<Answer>(
  { db, vendor }: VendorDesk,
  { capability, schema }: Question<Answer>,
  stored: unknown,
): Promise<Answer | null> {
  await countUsage(db, { source: vendor.source, capability, outcome: 'hit', units: 0, dollars: 0, ms: 0 });
  return schema.nullable().parse(stored);
}

interface Sent {
  callId: number;
  hash: Buffer;
  ms: number;
}

async function recordAnswer<Answer>(
  { db, vendor: { source } }: VendorDesk,
  { capability, lifetimeSeconds }: Question<Answer>,
  { answer, units, dollars }: Exclude<Attempt<Answer>, Failure>,
  { callId, hash, ms }: Sent,
): Promise<void> {
  const outcome = answer === null ? 'empty' : 'ok';
  await db.transaction().execute(async (tx) => {
    const end: CallEnd = { callId, source, capability, outcome, units, dollars, ms };
    await endCall(tx, end, { hash, answer, lifetimeSeconds });
    await endRest(tx, source);
  });
}

async function recordFailure<Answer>(
  desk: VendorDesk,
  question: Question<Answer>,
  { error, outcome }: Failure,
  { callId, ms }: Sent,
): Promise<never> {
  const { source } = desk.vendor;
  const dollars = outcome === 'lost' ? maxDollarsOf(desk, question) : 0;
  const end: CallEnd = { callId, source, capability: question.capability, outcome, units: 0, dollars, ms };
  const isNews = await desk.db.transaction().execute(async (tx) => {
    await endCall(tx, end);
    return noteFailure(tx, source, error);
  });
  if (isNews)
    desk.log.error({ provider: source, err: error }, 'a provider needs the operator; it is skipped meanwhile');
  throw error;
}

const maxDollarsOf = <Answer>(desk: VendorDesk, { maxUnits, maxDollars }: Question<Answer>) =>
  maxDollars ?? maxUnits * limitsOf(desk).dollarsPerUnit;
