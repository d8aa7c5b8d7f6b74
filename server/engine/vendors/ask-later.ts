// Questions that a vendor answers at once or by a job whose result is fetched later. The id of the job is a stored answer like any
// other, so a worker that dies, or a second one, continues the same job, and nothing is bought twice. Nothing waits here: while
// the vendor works, the caller gets `pending`.
import { z } from 'zod';
import { type Call, ProviderError } from '../provider.ts';
import { forgetAnswer } from './ask-vendor.ts';
import { askWithDeadline } from './ask-with-deadline.ts';
import {
  type Question,
  type VendorAnswer,
  type VendorContext,
  type VendorReply,
  type VendorRequest,
  vendorError,
} from './vendor.ts';

/** The vendor works on it under this id. */
export interface Job {
  job: string;
}

export interface LaterQuestion<Answer extends object> extends Omit<Question<Answer>, 'read' | 'recover'> {
  /** Throws ProviderError. */
  read(reply: VendorReply): VendorAnswer<Answer | Job>;
  resultRequest(job: string): VendorRequest;
  /** Throws ProviderError: `pending` while the vendor works, jobIsGone when the job must be started again. */
  readResult(reply: VendorReply): VendorAnswer<Answer>;
}

const jobSchema = z.object({ job: z.string() });
/** However short answers are kept: a caller that comes back for its result must find the job again. */
const leastSeconds = 3600;

/** The answer, or null when there is nothing. Throws ProviderError. */
export async function askLater<Answer extends object>(
  context: VendorContext,
  { resultRequest, readResult, ...start }: LaterQuestion<Answer>,
  call: Pick<Call, 'signal'>,
): Promise<Answer | null> {
  const { capability, schema, identity } = start;
  const lifetimeSeconds = Math.max(start.lifetimeSeconds, leastSeconds);
  const first: Question<Answer | Job> = { ...start, lifetimeSeconds, schema: z.union([jobSchema, schema]) };
  const begun = await askWithDeadline(context, first, call);
  if (!begun || !isJob(begun)) return begun;
  const result: Question<Answer> = {
    ...{ capability, schema, lifetimeSeconds, identity: { of: identity, job: begun.job } },
    request: resultRequest(begun.job),
    read: readResult,
    // The budget was asked when the job was started.
    maxUnits: 0,
  };
  return askWithDeadline(context, result, call).catch(async (error: unknown) => {
    if (isGone(error)) await forgetAnswer(context, first);
    throw error;
  });
}

const isJob = (answer: object): answer is Job => 'job' in answer;
const goneMessage = 'It has not finished the job it started.';

/** The job failed, or the vendor no longer knows it: the next question starts a new one. */
export const jobIsGone = (source: string, reason = '') =>
  vendorError(source, 'unavailable', `${goneMessage} ${reason}`.trim());

const isGone = (error: unknown) => error instanceof ProviderError && error.message.startsWith(goneMessage);
