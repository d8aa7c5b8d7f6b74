import type { Kdb } from '../../../platform/db.ts';
import { forgetReplies, KEPT_DAYS } from './mail-replies.store.ts';

const DAY_MS = 24 * 3600 * 1000;

/** Deletes expired verdicts and domains, rested hosts, idle slots and old replies. Safe to repeat. */
export async function cleanUpVerification(db: Kdb, now: Date): Promise<void> {
  const dayAgo = new Date(now.getTime() - DAY_MS);
  await db.deleteFrom('email_verifications').where('expires_at', '<', now).execute();
  await forgetReplies(db, now);
  await db
    .deleteFrom('mail_operators')
    .where('rest_until', '<', new Date(now.getTime() - KEPT_DAYS * DAY_MS))
    .execute();
  await db.deleteFrom('mail_domains').where('expires_at', '<', now).execute();
  await db.deleteFrom('mail_host_slots').where('busy_until', '<', dayAgo).execute();
  await db
    .deleteFrom('mail_hosts')
    .where((eb) => eb.or([eb('rest_until', 'is', null), eb('rest_until', '<', now)]))
    .where((eb) => eb.or([eb('reached_at', 'is', null), eb('reached_at', '<', dayAgo)]))
    .execute();
}
