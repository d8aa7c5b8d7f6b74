// One attempt to get an answer: sends the question, or fetches the answer if it was already paid for. Every failure
// becomes a ProviderError that contains no part of the account's key.
import { OutboundError } from '../../platform/outbound/outbound-error.ts';
import type { KeptReply } from '../../platform/outbound/vendor-outbound.ts';
import { ProviderError } from '../provider.ts';
import type { CallEnd } from './calls.store.ts';
import { type SendOptions, sendAuthorized, toReply, wasNotSent } from './send.ts';
import { limitsOf, type Question, type VendorAnswer, type VendorContext } from './vendor.ts';

export interface Failure {
  error: ProviderError;
  outcome: CallEnd['outcome'];
}

export type Attempt<Answer> = (VendorAnswer<Answer> & { dollars: number }) | Failure;

/** Rejects only on a bug. `wasLost`: the question was sent before, but its answer was never recorded. */
export async function attempt<Answer>(
  context: VendorContext,
  question: Question<Answer>,
  { wasLost, ...options }: SendOptions & { wasLost: boolean },
): Promise<Attempt<Answer>> {
  return attemptWith(context, async () => {
    const recovered = wasLost ? await question.recover?.() : undefined;
    if (recovered) return { answer: recovered, units: 0, dollars: 0 };
    return question.read(await sendAuthorized(context, question.request, options));
  });
}

/** The same with a reply that arrived after its worker had died. */
export function attemptKept<Answer>(
  context: VendorContext,
  question: Question<Answer>,
  reply: KeptReply,
): Promise<Attempt<Answer>> {
  return attemptWith(context, async () => question.read(toReply(reply)));
}

async function attemptWith<Answer>(
  context: VendorContext,
  read: () => Promise<VendorAnswer<Answer>>,
): Promise<Attempt<Answer>> {
  try {
    const answered = await read();
    return { ...answered, dollars: answered.dollars ?? answered.units * limitsOf(context).dollarsPerUnit };
  } catch (error) {
    if (error instanceof OutboundError) return { error: unreached(context, error), outcome: outcomeOf(error) };
    if (!(error instanceof ProviderError)) throw error;
    if (error.kind === 'not_found') return { answer: null, units: 0, dollars: 0 };
    return { error: withoutKeys(context.account, error), outcome: error.kind };
  }
}

/** A request that may have reached the vendor may also have been charged. */
const outcomeOf = (error: OutboundError) => (wasNotSent(error) ? 'unavailable' : 'lost');

function unreached({ vendor }: VendorContext, error: OutboundError): ProviderError {
  // Zeus is shutting down or the job was canceled, which says nothing about the vendor.
  const kind = error.code === 'aborted' ? 'pending' : 'unavailable';
  return new ProviderError(vendor.source, error.message, { kind, cause: error });
}

/** Vendors may echo what they were sent, including the key. */
export function withoutKeys(account: VendorContext['account'], error: ProviderError): ProviderError {
  const { source, kind, retryAfterSeconds, isOfPlan } = error;
  const secrets = [account.key, account.login].filter((secret) => secret !== '');
  const message = secrets.reduce((text, secret) => text.replaceAll(secret, '[hidden]'), error.message);
  return new ProviderError(source, message, { kind, retryAfterSeconds, isOfPlan });
}
