// Asks a vendor one question and pays for it once, in this order: look for a stored answer; claim the call, which is refused
// while the same question is under way, a limit is reached or the vendor is resting; send the request; store the answer
// and its price in the ledger. If the process dies
// - before the claim is committed, nothing was sent;
// - between the claim and the stored answer, the call stays `under_way`. Its caller process stores the reply, which the next
//   job that asks reads instead of asking (caller/). If that process died too, other jobs wait until the time of the call is up.
//   Then it becomes `lost`: if the vendor can return the answer again it is fetched, otherwise the question is paid for again;
// - after that, nothing is lost.

import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { KeptReply, PaidCall } from '../../platform/outbound/vendor-outbound.ts';
import type { Call } from '../provider.ts';
import { type Attempt, attempt, attemptKept, type Failure } from './attempt.ts';
import { readKept } from './caller/read-kept.ts';
import {
  type CallEnd,
  type Claim,
  claimCall,
  deleteAnswers,
  endCall,
  findAnswers,
  keepAnswers,
} from './calls.store.ts';
import { endRest, noteFailure } from './rests.store.ts';
import { defaultTimeoutMs } from './send.ts';
import { countUsage } from './usage.store.ts';
import { baseUrlOf, limitsOf, type Question, type VendorContext, vendorError } from './vendor.ts';

/** How long to wait here for a slot or another job's answer. After that the job is rescheduled, which frees its worker. */
const maxWaitMs = 3_000;
const lookAgainMs = 200;
const comeBackSeconds = 5;

export type VendorCall = Pick<Call, 'signal' | 'onSpent'>;

/** The answer, or null if there is none. Throws ProviderError. */
export async function askVendor<Answer>(
  context: VendorContext,
  question: Question<Answer>,
  call: VendorCall,
): Promise<Answer | null> {
  const { signal } = call;
  const hash = hashOf(context, question);
  const claim = await claimInTime(context, question, hash, signal);
  if (claim.kind === 'answered') {
    const stored = question.schema.nullable().safeParse(claim.answer);
    if (stored.success) {
      await countHit(context, question);
      return stored.data;
    }
    // Another version of Zeus wrote it.
    await forgetAnswer(context, question);
    return askVendor(context, question, call);
  }
  const { callId } = claim;
  if (claim.kind === 'replied') {
    const { ms, at } = claim.reply;
    const tried = await attemptKept(context, question, claim.reply);
    const ageSeconds = Math.max(0, Date.now() - at) / 1000;
    return record(context, question, tried, { callId, hash, ms, ageSeconds, onSpent: call.onSpent });
  }
  const asking = sendAndRecord(context, question, { ...claim, hash }, call);
  return context.outbound.caller && signal ? untilAborted(context.vendor.source, asking, signal) : asking;
}

async function sendAndRecord<Answer>(
  context: VendorContext,
  question: Question<Answer>,
  { callId, hash, wasLost }: Granted & { hash: Buffer },
  { signal, onSpent }: VendorCall,
): Promise<Answer | null> {
  const begun = performance.now();
  const paid = maxDollarsOf(context, question) > 0 ? paidCallOf(question, { callId, hash }) : undefined;
  try {
    const tried = await attempt(context, question, { wasLost, paid, signal });
    return await record(context, question, tried, {
      callId,
      hash,
      ms: Math.round(performance.now() - begun),
      ageSeconds: 0,
      onSpent,
    });
  } catch (error) {
    // Without effect unless recording failed, for example because the database is down.
    context.outbound.caller?.keep(callId);
    throw error;
  }
}

/** However short answers are kept, the job that paid for this one must get it when it runs again. */
const leastReplySeconds = 3600;

function paidCallOf<Answer>(question: Question<Answer>, { callId, hash }: { callId: number; hash: Buffer }): PaidCall {
  const { lifetimeSeconds, batch } = question;
  return {
    ...{ callId, hash: hash.toString('hex'), items: batch?.names },
    lifetimeSeconds: Math.max(lifetimeSeconds, leastReplySeconds),
  };
}

/** Stops waiting when the job ends. The call continues, and its answer is recorded for the job's next attempt. */
async function untilAborted<Answer>(source: string, asking: Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const stopWaiting = () => reject(vendorError(source, 'pending', 'The request was canceled.'));
  if (signal.aborted) stopWaiting();
  else signal.addEventListener('abort', stopWaiting, { once: true });
  try {
    return await Promise.race([asking, aborted]);
  } finally {
    signal.removeEventListener('abort', stopWaiting);
  }
}

/** Deletes the stored answer, so the question is sent again next time. */
export async function forgetAnswer<Answer>(context: VendorContext, question: Question<Answer>): Promise<void> {
  await deleteAnswers(context.db, [hashOf(context, question).toString('hex')]);
}

/** Stores another answer to the question. */
export async function replaceAnswer<Answer>(
  context: VendorContext,
  question: Question<Answer>,
  answer: Answer | null,
): Promise<void> {
  const hash = hashOf(context, question).toString('hex');
  await keepAnswers(context.db, [{ hash, answer }], question.lifetimeSeconds);
}

/** Two vendors, or one vendor at two addresses (such as its sandbox), do not share answers. */
export function hashOf(
  context: VendorContext,
  { capability, identity }: Pick<Question<unknown>, 'capability' | 'identity'>,
): Buffer {
  const identifying = [context.vendor.source, baseUrlOf(context), capability, identity];
  return createHash('sha256').update(JSON.stringify(identifying)).digest();
}

type Granted = Extract<Claim, { kind: 'granted' }>;
type Started = Granted | Extract<Claim, { kind: 'answered' }> | { kind: 'replied'; callId: number; reply: KeptReply };

/** Waits briefly for a slot. Throws ProviderError if none frees up or the vendor must not be asked now. */
async function claimInTime<Answer>(
  context: VendorContext,
  question: Question<Answer>,
  hash: Buffer,
  signal: AbortSignal | undefined,
): Promise<Started> {
  const [stored] = await findAnswers(context.db, [hash.toString('hex')]);
  if (stored) return { kind: 'answered', answer: stored.answer };
  const { source } = context.vendor;
  const limits = limitsOf(context);
  const request = {
    ...{ hash, source, limits, capability: question.capability },
    maxDollars: maxDollarsOf(context, question),
    timeoutMs: question.request.timeoutMs ?? defaultTimeoutMs,
    items: question.batch?.items,
  };
  const until = performance.now() + maxWaitMs;
  for (;;) {
    const claim = await claimCall(context.db, request);
    if (claim.kind === 'answered' || claim.kind === 'granted') return claim;
    if (claim.kind === 'items-taken') throw new ItemsTaken();
    const reply = claim.kind === 'replied' ? await readKept(context, claim.callId) : undefined;
    if (reply && claim.kind === 'replied') return { ...claim, reply };
    const waitMs = claim.kind === 'full' ? Math.max(lookAgainMs, claim.seconds * 1000) : lookAgainMs;
    const isWorthIt = claim.kind === 'full' || claim.kind === 'asked' || claim.kind === 'replied';
    if (!isWorthIt || performance.now() + waitMs > until) throw refusal(source, claim);
    await sleep(waitMs, undefined, { signal });
  }
}

/** Of a batch: ask about the others, and wait for these. */
export class ItemsTaken extends Error {}

/** Waits a moment for other jobs to get the answers we need. Throws ProviderError after some seconds of that. */
export function createBoundedWait(source: string, signal: AbortSignal | undefined): () => Promise<void> {
  const until = performance.now() + maxWaitMs;
  return async () => {
    if (performance.now() + lookAgainMs > until) throw refusal(source, { kind: 'asked' });
    await sleep(lookAgainMs, undefined, { signal });
  };
}

function refusal(source: string, claim: Exclude<Claim, { kind: 'answered' | 'granted' | 'items-taken' }>) {
  switch (claim.kind) {
    case 'replied':
    case 'asked':
      return vendorError(source, 'pending', 'Another job is already waiting for this answer.', comeBackSeconds);
    case 'full':
      // Worth waiting for: the next source would charge for the whole search again.
      return vendorError(source, 'pending', 'Our request limit for it is reached.', Math.ceil(claim.seconds));
    case 'over-budget':
      return vendorError(source, 'quota', `Our budget for this ${claim.period} is used up.`);
    case 'resting': {
      const isForOperator = claim.reason === 'auth' || claim.reason === 'quota';
      return vendorError(source, claim.reason, claim.message, isForOperator ? undefined : claim.seconds);
    }
  }
}

/** An answer was reused. */
export function countHit(
  { db, vendor: { source } }: VendorContext,
  { capability }: { capability: string },
): Promise<void> {
  return countUsage(db, { source, capability, outcome: 'hit', units: 0, dollars: 0, ms: 0 });
}

interface Sent {
  callId: number;
  hash: Buffer;
  ms: number;
  /** How long ago the reply arrived. */
  ageSeconds: number;
  onSpent: Call['onSpent'];
}

/** Records the outcome and returns the answer. Throws ProviderError. */
async function record<Answer>(
  context: VendorContext,
  question: Question<Answer>,
  tried: Attempt<Answer>,
  sent: Sent,
): Promise<Answer | null> {
  if ('error' in tried) await recordFailure(context, question, tried, sent);
  else await recordAnswer(context, question, tried, sent);
  context.outbound.caller?.recorded(sent.callId);
  if ('error' in tried) throw tried.error;
  sent.onSpent?.(tried.dollars);
  return tried.answer;
}

async function recordAnswer<Answer>(
  { db, vendor: { source } }: VendorContext,
  { capability, lifetimeSeconds, batch }: Question<Answer>,
  { answer, units, dollars, lifetimeSeconds: believed = lifetimeSeconds }: Exclude<Attempt<Answer>, Failure>,
  { callId, hash, ms, ageSeconds }: Sent,
): Promise<void> {
  const outcome = answer === null ? 'empty' : 'ok';
  const keptFor = (seconds: number) => seconds - ageSeconds;
  await db.transaction().execute(async (tx) => {
    await endCall(tx, { callId, source, capability, outcome, units, dollars, ms });
    if (batch) await keepAnswers(tx, batch.answersOf(answer), keptFor(lifetimeSeconds));
    else await keepAnswers(tx, [{ hash: hash.toString('hex'), answer }], keptFor(Math.min(lifetimeSeconds, believed)));
    await endRest(tx, { source, capability });
  });
}

async function recordFailure<Answer>(
  context: VendorContext,
  question: Question<Answer>,
  { error, outcome }: Failure,
  { callId, ms }: Sent,
): Promise<void> {
  const { source } = context.vendor;
  const { capability } = question;
  const dollars = outcome === 'lost' ? maxDollarsOf(context, question) : 0;
  const end: CallEnd = { callId, source, capability, outcome, units: 0, dollars, ms };
  const isNews = await context.db.transaction().execute(async (tx) => {
    await endCall(tx, end);
    return noteFailure(tx, end, error);
  });
  if (isNews)
    context.log.error(
      { provider: source, capability, err: error },
      'a provider needs the operator; it is skipped meanwhile',
    );
}

const maxDollarsOf = <Answer>(context: VendorContext, { maxUnits, maxDollars }: Question<Answer>) =>
  maxDollars ?? maxUnits * limitsOf(context).dollarsPerUnit;
