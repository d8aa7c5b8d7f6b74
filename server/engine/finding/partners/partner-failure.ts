// The message for users when a partner could not be used, and whether trying again soon makes sense.

import { sourceName } from '../../../../shared/source-names.ts';
import { type Call, ProviderError } from '../../provider.ts';
import type { CouldNotLook } from '../site-study.ts';

/**
 * The answer, or the error if the partner could not be asked, and what was spent on it. Rejects with anything else: the signal's
 * reason, or a defect.
 */
export async function answerOrFailure<Answer>(
  ask: (call: Call) => Promise<Answer>,
  call: Call,
): Promise<{ answer: Answer | ProviderError; dollars: number }> {
  let dollars = 0;
  const onSpent = (some: number) => {
    dollars += some;
  };
  const answer = await ask({ ...call, onSpent }).catch((error: unknown) => {
    if (error instanceof ProviderError) return error;
    throw error;
  });
  return { answer, dollars };
}

export function explainFailure({ source, kind, retryable, retryAfterSeconds }: ProviderError): CouldNotLook {
  const name = sourceName(source);
  if (kind === 'pending') {
    const message = `${name} is still looking for the address.`;
    return { message, retryAfterSeconds: retryAfterSeconds ?? 30, isUnderWay: true };
  }
  if (kind === 'auth') return ours(`${name} could not be used: it rejects this server’s account.`);
  if (kind === 'quota') return ours(`${name} could not be used: this server has used up its quota.`);
  if (!retryable) return ours(`${name} could not be used: it rejected the request.`);
  const message = `${name} could not be used: it is not responding.`;
  return { message, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) };
}

const ours = (message: string): CouldNotLook => ({ message, needsOperator: true });

/** The failure to wait for, if any; else the one to report. */
export function worstFailure(failures: readonly CouldNotLook[]): CouldNotLook | undefined {
  return failures.find(({ needsOperator }) => !needsOperator) ?? failures[0];
}
