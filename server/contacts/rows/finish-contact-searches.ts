// Ends searches of one campaign: saves and charges in one transaction. A search whose backlink no longer waits was ended by
// another run, and changes nothing. Whether the user wants the backlink is read from its locked row: a backlink removed during
// the search is not charged, and one that was kept again is searched after all. A search that was stopped, and whose backlink was
// then ordered in the other mode, changes nothing either: that has another price, and a search of its own.
import type { EmailMode } from '../../../shared/campaign.ts';
import { type LockedBacklink, lockBacklinks, type SearchStates } from '../../backlinks/contact-searches.store.ts';
import { readMode } from '../../campaigns/campaigns.store.ts';
import { advanceCampaign, findContacts } from '../../jobs.ts';
import type { Context } from '../../platform/context.ts';
import { contactFormColumns } from '../finding/contact-form-columns.ts';
import { type EndedFindings, enqueueLater } from '../finding/defer-lookups.ts';
import { deleteSuppressed } from './contacts.store.ts';
import { type ContactSearchOutcome, mayCost, type Saved, saveContacts } from './save-contacts.ts';
import type { Work } from './work.store.ts';

/**
 * 'removed': the user took the lead out while it waited, so it is neither searched nor paid for. 'limited': the order has spent
 * what it may.
 */
type End = EndedFindings | 'no-credit' | 'limited' | 'removed';

export interface Ended {
  work: Work;
  end: End;
}

/** Rejects like any query, having written nothing. */
export async function finishContactSearches(
  { db, queue }: Pick<Context, 'db' | 'queue'>,
  ended: readonly Ended[],
): Promise<void> {
  const { userId = '', campaignId = '' } = ended[0]?.work ?? {};
  const backlinkIds = ended.map(({ work }) => work.backlinkId);
  const withBalance = ended.some((one) => one.end === 'limited' || mayCost(draftsOf(one)));
  const orderOf = withBalance ? campaignId : undefined;
  await db.kysely.transaction().execute(async (tx) => {
    const locked = await lockBacklinks(tx, { userId, backlinkIds }, { withBalance, orderOf });
    const mode = await readMode(tx, campaignId);
    const { results, again } = sortOut(ended, locked, mode);
    const payloads = again.map((backlinkId) => ({ backlinkId }));
    if (again.length > 0) await queue.enqueueMany(tx, findContacts, payloads, { owner: { userId, campaignId } });
    if (results.length === 0) return;
    const { balance = 0, creditsLeft = null } = locked[0] ?? {};
    const { othersWait } = await saveContacts(tx, results, balance, creditsLeft);
    for (const { work, drafts, later, suppressed } of results) {
      await deleteSuppressed(tx, work.backlinkId, suppressed);
      await enqueueLater(tx, queue, { backlinkId: work.backlinkId, owner: { userId, campaignId }, drafts, later });
    }
    // Updating progress once a second is enough; the last backlink updates it at once.
    await queue.enqueue(tx, advanceCampaign, { campaignId }, { afterSeconds: othersWait ? 1 : 0 });
  });
}

/** What to write, and which backlinks to search after all. */
function sortOut(
  ended: readonly Ended[],
  locked: readonly LockedBacklink[],
  mode: EmailMode | null,
): { results: EndResult[]; again: string[] } {
  const waiting = new Map(locked.filter((one) => one.contactSearch === 'waiting').map((one) => [one.backlinkId, one]));
  const results: EndResult[] = [];
  const again: string[] = [];
  for (const { work, end } of ended) {
    const row = waiting.get(work.backlinkId);
    // The same backlink may appear twice; only the first counts.
    waiting.delete(work.backlinkId);
    if (!row) continue;
    if (!row.keep) results.push(resultOf({ work, end: 'removed' }));
    // An order that joined this one may have raised the limit.
    else if (end === 'removed' || (end === 'limited' && row.creditsLeft !== 0)) again.push(work.backlinkId);
    else if (typeof end !== 'string' && work.mode !== mode) continue;
    else results.push(resultOf({ work: { ...work, keep: row.keep }, end }));
  }
  return { results, again };
}

const draftsOf = ({ end }: Ended) => (typeof end === 'string' ? [] : end.drafts);

interface EndResult extends ContactSearchOutcome {
  later: EndedFindings['later'];
  suppressed: EndedFindings['suppressed'];
}

function resultOf(ended: Ended): EndResult {
  const { work, end } = ended;
  return {
    work,
    drafts: draftsOf(ended),
    later: typeof end === 'string' ? undefined : end.later,
    suppressed: typeof end === 'string' ? undefined : end.suppressed,
    price: work.mode === 'domain' ? 'per-search' : 'per-email',
    searches: (saved: Saved) => searchesAfter(end, { ...saved, mode: work.mode }),
  };
}

function searchesAfter(end: End, { isPaid, isLimited, mode }: Saved & Pick<Work, 'mode'>): SearchStates {
  if (end === 'removed') return { contact_search: 'none', contact_search_problem: null };
  if (end === 'no-credit' || end === 'limited') return { contact_search: end, contact_search_problem: null };
  const { problem, drafts, isUnreachable } = end;
  const form = contactFormColumns(end);
  if (!isPaid) {
    return { contact_search: isLimited ? 'limited' : 'no-credit', contact_search_problem: null, ...form };
  }
  if (problem) {
    return { contact_search: isUnreachable ? 'unreachable' : 'failed', contact_search_problem: problem, ...form };
  }
  const done = { contact_search: 'done', contact_search_problem: null, contact_search_mode: mode, ...form };
  if (mode !== 'domain') return done;
  return { ...done, domain_search: drafts.length > 0 ? 'found' : 'empty', domain_search_problem: null };
}
