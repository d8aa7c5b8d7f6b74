// Emails are enqueued while a request is answered and sent by a job afterwards: response times must not reveal whether an
// email goes out, and a crash must not lose it.
import { type AuthMail, sendAuthMail } from '../../jobs.ts';
import type { Kdb } from '../../platform/db.ts';
import type { Auth } from '../auth.ts';
import { AuthError } from '../http/auth-error.ts';
import type { CalledFrom } from '../http/called-from.ts';
import { type MailRequest, waitForMail } from '../limits/limit-uses.ts';

/** Enqueues an email, within a transaction if one is given. Rejects like any query. */
export async function enqueueMail(auth: Auth, order: AuthMail, tx: Kdb = auth.db.kysely): Promise<void> {
  await auth.queue.enqueue(tx, sendAuthMail, order);
}

/** The same for anonymous callers: if it is too soon after the last one, nothing is sent and the caller does not learn it. */
export async function enqueueMailQuietly(
  auth: Auth,
  order: AuthMail & { email: string },
  { ip }: CalledFrom,
): Promise<void> {
  const kind = order.kind === 'resend-email-change' ? 'change-email' : order.kind;
  if ((await waitForMail(auth, { kind, email: order.email, ip })) === 0) await enqueueMail(auth, order);
}

/** For signed-in users, who may be told: throws AuthError over_email_send_rate_limit. */
export async function limitMail(auth: Auth, request: MailRequest): Promise<void> {
  const wait = Math.ceil(await waitForMail(auth, request));
  if (wait === 0) return;
  const text = `For security purposes, you can only request this after ${wait} seconds.`;
  throw new AuthError(429, 'over_email_send_rate_limit', text, { retryAfter: wait });
}
