// 'Start full domain search': enqueues the search of one backlink's site and waits a while for it. A second click joins the first.

import type { Contact } from '../../shared/contact.ts';
import { AppError } from '../../shared/errors.ts';
import { lockBacklink, startDomainSearch } from '../backlinks/contact-searches.store.ts';
import { searchDomain as searchDomainJob } from '../jobs.ts';
import type { Context } from '../platform/context.ts';
import { rowsOf } from '../platform/rows/json-page.ts';
import { limitDay } from '../users/limit-day.ts';
import { listContacts } from './contacts-data.store.ts';
import { noEmailCredit, waitMs } from './fetch-email.ts';
import { listFoundByDomain } from './rows/contacts.store.ts';
import { readWork, type Work } from './rows/work.store.ts';
import { waitForEnd } from './wait-for-end.ts';

type Parts = Pick<Context, 'db' | 'queue' | 'live'>;

export interface DomainSearchRequest {
  userId: string;
  campaignId: string;
  backlinkId: string;
  ms?: number;
  signal?: AbortSignal;
}

/**
 * Returns the contacts the domain search found, or undefined if it is still running. Throws AppError not-found, no-credit,
 * too-many-requests, or could-not-look when the site could not be reached in time.
 */
export async function searchDomain(ctx: Parts, request: DomainSearchRequest): Promise<Contact[] | undefined> {
  const { userId, campaignId, backlinkId, ms = waitMs, signal } = request;
  await begin(ctx, request);
  const ended = await waitForEnd(ctx, { userId, campaignId, ms, signal }, async () => {
    const work = await readWork(ctx.db.kysely, backlinkId);
    if (!work) throw notFound();
    return work.domainSearch === 'running' ? undefined : work;
  });
  if (!ended) return undefined;
  if (ended.domainSearch === 'none') throw whyNone(ended);
  return ended.domainSearch === 'empty' ? [] : contactsOf(ctx, request);
}

async function begin({ db, queue }: Parts, { userId, campaignId, backlinkId }: DomainSearchRequest): Promise<void> {
  const work = await readWork(db.kysely, backlinkId);
  if (work?.userId !== userId || work.campaignId !== campaignId) throw notFound();
  if (work.domainSearch !== 'none') return;
  if (work.emailCredits < 1) throw new AppError('no-credit', noEmailCredit);
  await db.kysely.transaction().execute(async (tx) => {
    if ((await lockBacklink(tx, work, { withBalance: false }))?.domainSearch !== 'none') return;
    await limitDay(tx, { userId, what: 'contactSearches' });
    await startDomainSearch(tx, backlinkId);
    await queue.enqueue(tx, searchDomainJob, { backlinkId }, { owner: work });
  });
}

const notFound = () => new AppError('not-found', 'There is no such backlink.');

function whyNone({ domain, domainSearchProblem }: Work): AppError {
  if (domainSearchProblem?.end === 'no-credit') return new AppError('no-credit', noEmailCredit);
  const message = `Zeus could not reach ${domain} or its mail server. No credit was used. Please try again later.`;
  return new AppError('could-not-look', message);
}

async function contactsOf({ db }: Parts, { userId, campaignId, backlinkId }: DomainSearchRequest): Promise<Contact[]> {
  const order = { column: 'id', direction: 'asc' } as const;
  const page = await listContacts(db, userId, { campaignId, backlinkId, limit: 10_000, offset: 0, order });
  const ids = new Set(await listFoundByDomain(db.kysely, backlinkId));
  return rowsOf(page).filter(({ id }) => ids.has(id));
}
