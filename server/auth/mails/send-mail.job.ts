import type { AuthMail } from '../../jobs.ts';
import type { JobHandler } from '../../platform/queue/job.ts';
import { type AuthParts, authOf } from '../auth.ts';
import { sendOrderedMail } from './send-ordered-mail.ts';

/** Handles auth.send-mail. */
export function sendAuthMailJob(ctx: AuthParts): JobHandler<AuthMail> {
  return { run: (order) => sendOrderedMail(authOf(ctx), order) };
}
