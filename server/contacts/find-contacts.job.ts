// Finds the contacts of one backlink in its campaign's mode. Looks first, then pays and writes in one transaction, together
// with other backlinks of the campaign that end at about the same time (rows/finish-contact-searches.ts); what could not be looked at is
// tried again later without holding a place in the queue.
import { lockBacklink } from '../backlinks/contact-searches.store.ts';
import { reportSlowSite } from '../backlinks/report-slow-site.ts';
import { readMode } from '../campaigns/campaigns.store.ts';
import { type FinderParts, finderOf } from '../engine/finding/finder.ts';
import { findContacts, type Tried } from '../jobs.ts';
import { createBatcher } from '../platform/batcher.ts';
import type { Context } from '../platform/context.ts';
import type { JobCall, JobHandler } from '../platform/queue/job.ts';
import { endNow } from './finding/defer-lookups.ts';
import { type Findings, findAuthorContacts } from './finding/find-author-contacts.ts';
import { findDomainContacts } from './finding/find-domain-contacts.ts';
import { type NextTry, nextTry } from './finding/retry-limits.ts';
import { deleteSuppressed } from './rows/contacts.store.ts';
import { type Ended, finishContactSearches } from './rows/finish-contact-searches.ts';
import { saveContacts } from './rows/save-contacts.ts';
import { readWorks, type Work } from './rows/work.store.ts';

type Parts = FinderParts & Pick<Context, 'queue'>;
type Payload = { backlinkId: string; tried?: Tried };

/** Statements shared by the jobs that run at once. */
interface Together {
  read(backlinkId: string): Promise<Work | undefined>;
  write(ended: Ended): Promise<void>;
}

const READ_TOGETHER = 50;
/** The user's balance is locked while they are written: more at once would hold it for longer than 200 ms. */
const WRITTEN_TOGETHER = 25;
/** A tenth of a second is not noticeable, and several searches end within it: a third fewer statements than with half of that. */
const WRITE_AFTER_MS = 100;

export function findContactsJob(ctx: Parts): JobHandler<Payload> {
  const together: Together = {
    read: createBatcher({ run: (ids) => readWorks(ctx.db.kysely, ids), most: READ_TOGETHER }),
    write: createBatcher({
      run: (ended) => finishContactSearches(ctx, ended),
      keyOf: ({ work }) => work.campaignId,
      most: WRITTEN_TOGETHER,
      waitMs: WRITE_AFTER_MS,
    }),
  };
  return {
    run: (payload, call) => findContactsOf(ctx, together, payload, call),
    async gaveUp({ backlinkId }) {
      const work = await together.read(backlinkId);
      const problem = 'Something went wrong on our side while looking for contacts.';
      if (work) await together.write({ work, end: { drafts: [], problem } });
    },
  };
}

async function findContactsOf(
  ctx: Parts,
  { read, write }: Together,
  { backlinkId, tried }: Payload,
  { log, signal }: JobCall,
): Promise<void> {
  const work = await read(backlinkId);
  if (work?.contactSearch !== 'waiting') return;
  if (!work.keep) return write({ work, end: 'removed' });
  if (work.emailCredits < 1) return write({ work, end: 'no-credit' });
  if (work.creditsLeft === 0) return write({ work, end: 'limited' });
  const find = work.mode === 'domain' ? findDomainContacts : findAuthorContacts;
  const findings = await reportSlowSite(ctx, { ...work, log }, () =>
    find(finderOf(ctx), work, { outbound: ctx.outbound, log, signal, forUser: work.userId }),
  );
  const again = findings.wait && nextTry(ctx, findings.wait, tried);
  if (!again) return write({ work, end: endNow(findings, tried) });
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
    if ((await lockBacklink(tx, work, { withBalance: false }))?.contactSearch !== 'waiting') return;
    // It was stopped, and ordered in the other mode.
    if ((await readMode(tx, work.campaignId)) !== work.mode) return;
    await deleteSuppressed(tx, work.backlinkId, findings.suppressed);
    const searches = () => ({ contact_search: 'waiting' });
    if (drafts.length > 0) await saveContacts(tx, [{ work, drafts, price: 'per-email', searches }], 0);
    await queue.enqueue(tx, findContacts, { backlinkId: work.backlinkId, tried }, { afterSeconds, owner: work });
  });
}
