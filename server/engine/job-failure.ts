// How a job ends when its providers could not look: it waits when they say for how long, and gives up when asking again is useless.
import { GiveUp, RetryLater } from '../platform/queue/job.ts';
import { needsOperator, ProviderError } from './provider.ts';

/** A provider that keeps asking for more time is believed for so long; then its answers count as failed attempts. */
const retryForMs = 30 * 60_000;
const longestWaitSeconds = 300;

const forOperator = 'The operator has to act.';

/** Whether a job was given up because no provider accepts the operator's account; `reason` is what `gaveUp` receives. */
export const isForOperator = (reason: string) => reason.startsWith(forOperator);

/** Whether a job still waits for providers; `since`: when the step it belongs to began. */
export const canWait = (since: Date | null): boolean => since !== null && Date.now() - since.getTime() < retryForMs;

/** What the job should throw in place of this error. */
export function jobFailure(error: unknown, since: Date | null): unknown {
  if (!(error instanceof ProviderError)) return error;
  if (!error.retryable) {
    const reason = needsOperator(error) ? `${forOperator} ${error.message}` : error.message;
    return new GiveUp(reason, { cause: error });
  }
  if (error.retryAfterSeconds === undefined || !canWait(since)) return error;
  return new RetryLater(Math.min(Math.max(1, error.retryAfterSeconds), longestWaitSeconds));
}
