// Questions that a vendor answers at once or by a job whose result is fetched later. The id of the job is a stored answer like any
// other, so a worker that dies, or a second one, continues the same job, and nothing is bought twice. Nothing waits here: while
// the vendor works, the caller gets `pending`.
import { z } from 'zod';
import { ProviderError } from '../provider.ts';
import { forgetAnswer, replaceAnswer, type VendorCall } from './ask-vendor.ts';
import { askWithDeadline } from './ask-with-deadline.ts';
import { isErrorPage, nonsense } from './replies.ts';
import type { Question, VendorAnswer, VendorContext, VendorReply, VendorRequest } from './vendor.ts';

/** The vendor works on it under this id. */
export interface Job {
  job: string;
}

export interface LaterQuestion<Answer extends object> extends Omit<Question<Answer>, 'read' | 'recover'> {
  /** Throws ProviderError. */
  read(reply: VendorReply): VendorAnswer<Answer | Job>;
  resultRequest(job: string): VendorRequest;
  /** Throws ProviderError: `pending` while the vendor works, JobIsGone when the job must be started again. */
  readResult(reply: VendorReply): VendorAnswer<Answer>;
  /** Finds a job again whose id was lost. */
  recover?(): Promise<Job | null>;
}

const jobSchema = z.object({ job: z.string() });
/** However short answers are kept: a caller that comes back for its result must find the job again. */
const leastSeconds = 3600;
/** By then it has a result or never will. */
const jobSeconds = 86_400;

/** The answer, or null when there is nothing. Throws ProviderError. */
export async function askLater<Answer extends object>(
  context: VendorContext,
  { resultRequest, readResult, ...start }: LaterQuestion<Answer>,
  call: VendorCall,
): Promise<Answer | null> {
  const { capability, schema, identity } = start;
  const lifetimeSeconds = Math.max(start.lifetimeSeconds, leastSeconds);
  const first: Question<Answer | Job> = {
    ...{ ...start, lifetimeSeconds, schema: z.union([jobSchema, schema]) },
    read(reply) {
      const begun = start.read(reply);
      return begun.answer && isJob(begun.answer) ? { ...begun, lifetimeSeconds: jobSeconds } : begun;
    },
  };
  const begun = await askWithDeadline(context, first, call);
  if (!begun || !isJob(begun)) return begun;
  let isGone = false;
  let keptFor = lifetimeSeconds;
  const result: Question<Answer> = {
    ...{ capability, schema, lifetimeSeconds, identity: { of: identity, job: begun.job } },
    request: resultRequest(begun.job),
    read(reply) {
      try {
        const found = readResult(reply);
        keptFor = Math.min(keptFor, found.lifetimeSeconds ?? keptFor);
        return found;
      } catch (error) {
        isGone = error instanceof JobIsGone;
        throw error;
      }
    },
    // The budget was asked when the job was started.
    maxUnits: 0,
  };
  try {
    const answer = await askWithDeadline(context, result, call);
    // In place of the job, which is forgotten after a day: the question would be paid for again.
    await replaceAnswer(context, { ...first, lifetimeSeconds: keptFor }, answer);
    return answer;
  } finally {
    if (isGone) await forgetAnswer(context, first);
  }
}

const isJob = (answer: object): answer is Job => 'job' in answer;

/** The job failed, or the vendor no longer knows it: the next question starts a new one. */
export class JobIsGone extends ProviderError {}

export const jobIsGone = (source: string, reason = '') =>
  new JobIsGone(source, `It has not finished the job it started. ${reason}`.trim());

/** A 404 to the question for a job. After an error page, the job, which may cost money, may still be there. */
export const jobNotFound = (source: string, reply: VendorReply): ProviderError =>
  isErrorPage(reply) ? nonsense(source) : jobIsGone(source);
