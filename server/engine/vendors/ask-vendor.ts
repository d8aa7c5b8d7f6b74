// Asks a vendor one question and pays for it once, in this order: look for a stored answer; claim the call, which is refused
// while the same question is under way, a limit is reached or the vendor is resting; send the request; store the answer
// and its price in the ledger. If the process dies
// - before the claim is committed, nothing was sent;
// - between the claim and the stored answer, the call stays `under_way` and other jobs wait for it until its time is up.
//   Then it becomes `lost`: if the vendor can return the answer again it is fetched, otherwise the question is paid for again;
// - after that, nothing is lost.

import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Call } from '../provider.ts';
import { type Attempt, attempt, type Failure } from './attempt.ts';
import { type CallEnd, type Claim, claimCall, endCall, findAnswer, keepAnswers } from './calls.store.ts';
import { endRest, noteFailure } from './rests.store.ts';
import { defaultTimeoutMs } from './send.ts';
import { countUsage } from './usage.store.ts';
import { baseUrlOf, limitsOf, type Question, type VendorDesk, vendorError } from './vendor.ts';

/** How long to wait here for a slot or another job's answer. After that the job is rescheduled, which frees its worker. */
const patienceMs = 3_000;
const lookAgainMs = 200;
const comeBackSeconds = 5;

/** The answer, or null if there is none. Throws ProviderError. */
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

/** Deletes the stored answer, so the question is sent again next time. */
export async function forgetAnswer<Answer>(desk: VendorDesk, question: Question<Answer>): Promise<void> {
  await desk.db.deleteFrom('provider_answers').where('request_hash', '=', hashOf(desk, question)).execute();
}

/** Two vendors, or one vendor at two addresses (such as its sandbox), do not share answers. */
export function hashOf(
  desk: VendorDesk,
  { capability, identity }: Pick<Question<unknown>, 'capability' | 'identity'>,
): Buffer {
  const asked = [desk.vendor.source, baseUrlOf(desk), capability, identity];
  return createHash('sha256').update(JSON.stringify(asked)).digest();
}

type Started = Extract<Claim, { kind: 'answered' | 'granted' }>;

/** Waits briefly for a slot. Throws ProviderError if none frees up or the vendor must not be asked now. */
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
    ...(question.batch ? { items: question.batch.items } : {}),
  };
  const until = performance.now() + patienceMs;
  for (;;) {
    const claim = await claimCall(desk.db, wish);
    if (claim.kind === 'answered' || claim.kind === 'granted') return claim;
    if (claim.kind === 'items-taken') throw new ItemsTaken();
    const waitMs = claim.kind === 'full' ? Math.max(lookAgainMs, claim.seconds * 1000) : lookAgainMs;
    const isWorthIt = claim.kind === 'full' || claim.kind === 'asked';
    if (!isWorthIt || performance.now() + waitMs > until) throw refusal(source, claim);
    await sleep(waitMs, undefined, signal ? { signal } : {});
  }
}

/** Of a batch: ask about the others, and wait for these. */
export class ItemsTaken extends Error {}

/** Waits a moment for other jobs to get the answers we need. Throws ProviderError after some seconds of that. */
export function createPatience(source: string, signal: AbortSignal | undefined): () => Promise<void> {
  const until = performance.now() + patienceMs;
  return async () => {
    if (performance.now() + lookAgainMs > until) throw refusal(source, { kind: 'asked' });
    await sleep(lookAgainMs, undefined, signal ? { signal } : {});
  };
}

function refusal(source: string, claim: Exclude<Claim, Started | { kind: 'items-taken' }>) {
  switch (claim.kind) {
    case 'asked':
      return vendorError(source, 'pending', 'Another job is asking the same.', comeBackSeconds);
    case 'full':
      // Worth waiting for: the next source would charge for the whole search again.
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
  { capability, lifetimeSeconds, batch }: Question<Answer>,
  { answer, units, dollars, lifetimeSeconds: believed = lifetimeSeconds }: Exclude<Attempt<Answer>, Failure>,
  { callId, hash, ms }: Sent,
): Promise<void> {
  const outcome = answer === null ? 'empty' : 'ok';
  await db.transaction().execute(async (tx) => {
    const end: CallEnd = { callId, source, capability, outcome, units, dollars, ms };
    await endCall(tx, end, batch ? undefined : { hash, answer, lifetimeSeconds: Math.min(lifetimeSeconds, believed) });
    if (batch) await keepAnswers(tx, batch.answersOf(answer), lifetimeSeconds);
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
