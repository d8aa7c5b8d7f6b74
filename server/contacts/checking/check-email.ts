// "Check again": enqueues a new check of one contact's address and waits a while for it. Free. A second click, or a second window,
// joins the check that is under way.
import { AppError } from '../../../shared/errors.ts';
import { checkEmail as checkEmailJob } from '../../jobs.ts';
import type { Context } from '../../platform/context.ts';
import { limitDay } from '../../users/limit-day.ts';
import { type ContactRequest, waitMs } from '../fetch-email.ts';
import { contactEvidence } from '../finding/contact-evidence.ts';
import { waitForEnd } from '../wait-for-end.ts';
import { beginCheck, readCheck } from './checks.store.ts';

type Parts = Pick<Context, 'db' | 'queue' | 'live'>;

/** A mail server that was just asked would give the same answer. */
const PAUSE_MS = 60_000;

/** Whether the check has ended. Throws AppError not-found or too-many-requests. */
export async function checkEmail(
  ctx: Parts,
  { userId, contactId, ms = waitMs, signal }: ContactRequest,
): Promise<boolean> {
  const campaignId = await begin(ctx, userId, contactId);
  const hasEnded = await waitForEnd(ctx, { userId, campaignId, ms, signal }, async () => {
    const row = await readCheck(ctx.db.kysely, contactId);
    if (!row) throw notFound();
    return row.checking_since === null ? true : undefined;
  });
  return hasEnded ?? false;
}

async function begin({ db, queue }: Parts, userId: string, contactId: string): Promise<string> {
  const contact = await readCheck(db.kysely, contactId);
  if (contact?.user_id !== userId) throw notFound();
  const campaignId = contact.request_id;
  const checkedAt = contactEvidence.safeParse(contact.evidence).data?.lastCheck?.at;
  if (checkedAt !== undefined && Date.now() - Date.parse(checkedAt) < PAUSE_MS) return campaignId;
  await db.kysely.transaction().execute(async (tx) => {
    if (!(await beginCheck(tx, contactId))) return;
    await limitDay(tx, { userId, what: 'emailChecks' });
    await queue.enqueue(tx, checkEmailJob, { contactId }, { owner: { userId, campaignId } });
  });
  return campaignId;
}

const notFound = () => new AppError('not-found', 'There is no such contact, or it has no email.');
