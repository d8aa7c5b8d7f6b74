// Mails are ordered while a request is answered and sent by a job afterwards: the time of an answer must not tell whether
// a mail goes out, and a crash must not lose it.
import { type AuthMail, sendAuthMail } from '../../jobs.ts';
import type { Kdb } from '../../platform/db.ts';
import type { Auth } from '../auth.ts';
import { AuthError } from '../http/auth-error.ts';
import { waitForMail } from '../limits/limit-uses.ts';

/** Orders a mail, as part of a transaction when one is given. Rejects like any query. */
export async function enqueueMail(auth: Auth, order: AuthMail, tx: Kdb = auth.db.kysely): Promise<void> {
  await auth.queue.enqueue(tx, sendAuthMail, order);
}

/** The same for callers nobody has identified: too soon after the last one, nothing is sent and nothing is said. */
export async function enqueueMailQuietly(auth: Auth, kind: string, order: AuthMail & { email: string }): Promise<void> {
  if ((await waitForMail(auth, kind, order.email)) === 0) await enqueueMail(auth, order);
}

/** For signed-in users, who may know: throws AuthError over_email_send_rate_limit. */
export async function limitMail(auth: Auth, kind: string, email: string): Promise<void> {
  const wait = Math.ceil(await waitForMail(auth, kind, email));
  if (wait === 0) return;
  const text = `For security purposes, you can only request this after ${wait} seconds.`;
  throw new AuthError(429, 'over_email_send_rate_limit', text, { retryAfter: wait });
}
