// Finds the contacts of one backlink in its campaign's mode. Looks first, then pays and writes in one transaction; what
// could not be looked at is tried again later without holding a place in the queue.
import { finderOf } from '../engine/finding/finder.ts';
import { advanceCampaign, findContacts, type Tried } from '../jobs.ts';
import type { Context } from '../platform/context.ts';
import type { JobCall, JobHandler } from '../platform/queue/job.ts';
import { type Findings, findAuthorContacts } from './finding/find-author-contacts.ts';
import { findDomainContacts } from './finding/find-domain-contacts.ts';
import { type NextTry, nextTry } from './finding/patience.ts';
import { mayCost, type Saved, saveContacts } from './rows/save-contacts.ts';
import type { Searches } from './rows/search-end.store.ts';
import { holdBacklink, readWork, type Work } from './rows/work.store.ts';

type Parts = Pick<Context, 'config' | 'db' | 'queue' | 'outbound' | 'practice'>;
type Payload = { backlinkId: string; tried?: Tried };

export function findContactsJob(ctx: Parts): JobHandler<Payload> {
  return {
    run: (payload, call) => findContactsOf(ctx, payload, call),
    async gaveUp({ backlinkId }) {
      const work = await readWork(ctx.db.kysely, backlinkId);
      const problem = 'Something went wrong on our side while looking for contacts.';
      if (work) await write(ctx, work, { drafts: [], problem });
    },
  };
}

async function findContactsOf(ctx: Parts, { backlinkId, tried }: Payload, { log, signal }: JobCall): Promise<void> {
  const work = await readWork(ctx.db.kysely, backlinkId);
  if (work?.contactSearch !== 'waiting') return;
  if (!work.keep) return write(ctx, work, 'removed');
  if (work.emailCredits < 1) return write(ctx, work, 'no-credit');
  const find = work.mode === 'domain' ? findDomainContacts : findAuthorContacts;
  const findings = await find(finderOf(ctx), work.url, { outbound: ctx.outbound, log, signal });
  const again = findings.wait && nextTry(ctx, findings.wait, tried);
  if (!again) return write(ctx, work, findings);
  const { afterSeconds } = again;
  log.info({ domain: work.domain, why: findings.wait?.message, afterSeconds }, 'contacts: looking again later');
  await comeBack(ctx, work, { findings, again });
}

/** In Author Mode the people are shown meanwhile, without addresses. */
async function comeBack(
  { db, queue }: Parts,
  work: Work,
  { findings, again }: { findings: Findings; again: NextTry },
): Promise<void> {
  const { afterSeconds, tried } = again;
  const unfetched = { state: 'unfetched' as const };
  const drafts = work.mode === 'domain' ? [] : findings.drafts.map((draft) => ({ ...draft, email: unfetched }));
  await db.kysely.transaction().execute(async (tx) => {
    if ((await holdBacklink(tx, work, { withBalance: false }))?.contactSearch !== 'waiting') return;
    const searches = () => ({ contact_search: 'waiting' });
    if (drafts.length > 0) await saveContacts(tx, work, { drafts, price: 'per-email', balance: 0, searches });
    await queue.enqueue(tx, findContacts, { backlinkId: work.backlinkId, tried }, { afterSeconds });
  });
}

/** 'removed': the user took the lead out while it waited, so it is neither searched nor paid for. */
type End = Findings | 'no-credit' | 'removed';

async function write({ db, queue }: Parts, work: Work, end: End): Promise<void> {
  const drafts = typeof end === 'string' ? [] : end.drafts;
  await db.kysely.transaction().execute(async (tx) => {
    const held = await holdBacklink(tx, work, { withBalance: mayCost(drafts) });
    if (held?.contactSearch !== 'waiting') return;
    const { balance } = held;
    const searches = ({ isPaid }: Saved) => endOf(end, { isPaid, mode: work.mode });
    const price = work.mode === 'domain' ? 'per-search' : 'per-email';
    const { othersWait } = await saveContacts(tx, work, { drafts, price, balance, searches });
    // Progress once a second is enough, and many backlinks end in a second; the last one is told at once.
    await queue.enqueue(tx, advanceCampaign, { campaignId: work.campaignId }, { afterSeconds: othersWait ? 1 : 0 });
  });
}

function endOf(end: End, { isPaid, mode }: { isPaid: boolean; mode: Work['mode'] }): Searches {
  if (end === 'removed') return { contact_search: 'none', contact_search_problem: null };
  if (end === 'no-credit' || !isPaid) return { contact_search: 'no-credit', contact_search_problem: null };
  const { problem, drafts } = end;
  if (problem) return { contact_search: 'failed', contact_search_problem: problem };
  const done = { contact_search: 'done', contact_search_problem: null, contact_search_mode: mode };
  return mode === 'domain' ? { ...done, domain_search: drafts.length > 0 ? 'found' : 'empty' } : done;
}
