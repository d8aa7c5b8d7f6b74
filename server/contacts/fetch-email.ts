// 'Get email': enqueues the search for one contact's email and waits a while for it. A second click joins the first.
import { AppError } from '../../shared/errors.ts';
import { fetchEmail as fetchEmailJob } from '../jobs.ts';
import type { Context } from '../platform/context.ts';
import { limitDay } from '../users/limit-day.ts';
import { contactEvidence } from './finding/contact-evidence.ts';
import { type ContactRow, lockEmailState, readContact, updateContact } from './rows/contacts.store.ts';
import { waitForEnd } from './wait-for-end.ts';

/** The screen waits 30 seconds at most. */
export const waitMs = 25_000;
export const noEmailCredit =
  'You do not have enough email credits to perform this action. Click here to purchase more email credits.';

type Parts = Pick<Context, 'db' | 'queue' | 'live'>;

/** A click on a contact, which waits for its result. */
export interface ContactRequest {
  userId: string;
  contactId: string;
  ms?: number;
  signal?: AbortSignal;
}

/**
 * Returns the contact once its search has ended, or undefined if it is still running. Throws AppError: not-found, no-credit,
 * too-many-requests, could-not-look.
 */
export async function fetchEmail(
  ctx: Parts,
  { userId, contactId, ms = waitMs, signal }: ContactRequest,
): Promise<ContactRow | undefined> {
  const contact = await begin(ctx, userId, contactId);
  const campaignId = contact.request_id;
  const ended = await waitForEnd(ctx, { userId, campaignId, ms, signal }, async () => {
    const row = await readContact(ctx.db.kysely, contactId);
    if (!row) throw notFound();
    return row.email_state === 'fetching' ? undefined : row;
  });
  if (ended?.email_state === 'unfetched') throw whyUnfetched(ended);
  return ended;
}

async function begin({ db, queue }: Parts, userId: string, contactId: string): Promise<ContactRow> {
  const contact = await readContact(db.kysely, contactId);
  if (contact?.user_id !== userId) throw notFound();
  if (contact.email_state !== 'unfetched') return contact;
  if (contact.email_credits < 1) throw new AppError('no-credit', noEmailCredit);
  await db.kysely.transaction().execute(async (tx) => {
    if ((await lockEmailState(tx, contactId))?.email_state !== 'unfetched') return;
    await limitDay(tx, { userId, what: 'contactSearches' });
    await updateContact(tx, contactId, { email_state: 'fetching', single_fetch: true });
    await queue.enqueue(tx, fetchEmailJob, { contactId }, { owner: { userId, campaignId: contact.request_id } });
  });
  return contact;
}

const notFound = () => new AppError('not-found', 'There is no such contact.');

function whyUnfetched({ evidence }: ContactRow): AppError {
  const fetch = contactEvidence.safeParse(evidence).data?.fetch;
  if (fetch?.end !== 'could-not-look') return new AppError('no-credit', noEmailCredit);
  return new AppError('could-not-look', `${fetch.message} No credit was used. Please try again later.`);
}
