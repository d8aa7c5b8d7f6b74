import type { AuthMail } from '../../jobs.ts';
import type { JobHandler } from '../../platform/queue/job.ts';
import { type AuthParts, authOf } from '../auth.ts';
import { sendEnqueuedMail } from './send-enqueued-mail.ts';

/** Handles auth.send-mail. */
export function sendAuthMailJob(ctx: AuthParts): JobHandler<AuthMail> {
  return { run: (order) => sendEnqueuedMail(authOf(ctx), order) };
}
