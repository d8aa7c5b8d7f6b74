// One try to get an answer: sent, or fetched again where it was paid for already. Every failure comes out as a ProviderError
// in which nothing of the account's key is left.
import { OutboundError } from '../../platform/outbound/outbound-error.ts';
import { ProviderError } from '../provider.ts';
import type { CallEnd } from './calls.store.ts';
import { send, wasNotSent } from './send.ts';
import { limitsOf, type Question, type VendorAnswer, type VendorDesk } from './vendor.ts';

export interface Failure {
  error: ProviderError;
  outcome: CallEnd['outcome'];
}

export type Attempt<Answer> = Required<VendorAnswer<Answer>> | Failure;

/** Rejects only with a defect. `wasLost`: the question was sent before, and nobody recorded the answer. */
export async function attempt<Answer>(
  desk: VendorDesk,
  question: Question<Answer>,
  wasLost: boolean,
  signal?: AbortSignal,
): Promise<Attempt<Answer>> {
  try {
    const recovered = wasLost ? await question.recover?.() : undefined;
    if (recovered) return { answer: recovered, units: 0, dollars: 0 };
    const read = question.read(await send(desk, question.request, signal));
    return { ...read, dollars: read.dollars ?? read.units * limitsOf(desk).dollarsPerUnit };
  } catch (error) {
    if (error instanceof OutboundError) return { error: unreached(desk, error), outcome: outcomeOf(error) };
    if (!(error instanceof ProviderError)) throw error;
    if (error.kind === 'not_found') return { answer: null, units: 0, dollars: 0 };
    return { error: withoutKeys(desk.account, error), outcome: error.kind };
  }
}

/** A request that may have reached the vendor may also have been charged. */
const outcomeOf = (error: OutboundError) => (wasNotSent(error) ? 'unavailable' : 'lost');

function unreached({ vendor }: VendorDesk, error: OutboundError): ProviderError {
  // We are stopping, or the job was cancelled: that says nothing about the vendor.
  const kind = error.code === 'aborted' ? 'pending' : 'unavailable';
  return new ProviderError(vendor.source, error.message, { kind, cause: error });
}

/** Vendors repeat what they were sent, keys among it. */
export function withoutKeys(account: VendorDesk['account'], error: ProviderError): ProviderError {
  const { source, kind, retryAfterSeconds } = error;
  const secrets = [account.key, account.login].filter((secret) => secret !== '');
  const message = secrets.reduce((text, secret) => text.replaceAll(secret, '[hidden]'), error.message);
  return new ProviderError(source, message, {
    kind,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
}
