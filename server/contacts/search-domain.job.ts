// The full domain search of one backlink: its addresses, one credit if there is any. The route that ordered it waits.
import type { SearchProblem } from '../../shared/search-problem.ts';
import { lockBacklink, type SearchStates } from '../backlinks/contact-searches.store.ts';
import { type FinderParts, finderOf } from '../engine/finding/finder.ts';
import { searchDomain, type Tried } from '../jobs.ts';
import type { Context } from '../platform/context.ts';
import type { JobCall, JobHandler } from '../platform/queue/job.ts';
import { contactFormColumns } from './finding/contact-form-columns.ts';
import { type EndedFindings, endNow, enqueueLater } from './finding/defer-lookups.ts';
import { findDomainContacts } from './finding/find-domain-contacts.ts';
import { nextTry } from './finding/retry-limits.ts';
import { deleteSuppressed } from './rows/contacts.store.ts';
import { mayCost, type Saved, saveContacts } from './rows/save-contacts.ts';
import { readWork, type Work } from './rows/work.store.ts';

type Parts = FinderParts & Pick<Context, 'queue'>;
type Payload = { backlinkId: string; tried?: Tried };

export function searchDomainJob(ctx: Parts): JobHandler<Payload> {
  return {
    run: (payload, call) => searchDomainOf(ctx, payload, call),
    async gaveUp({ backlinkId }) {
      const work = await readWork(ctx.db.kysely, backlinkId);
      if (work) await write(ctx, work, { drafts: [], problem: 'The search failed.' });
    },
  };
}

async function searchDomainOf(ctx: Parts, { backlinkId, tried }: Payload, { log, signal }: JobCall): Promise<void> {
  const { db, queue, outbound } = ctx;
  const work = await readWork(db.kysely, backlinkId);
  if (work?.domainSearch !== 'running') return;
  const findings = await findDomainContacts(finderOf(ctx), work, { outbound, log, signal, forUser: work.userId });
  const again = findings.wait && nextTry(ctx, findings.wait, tried);
  if (!again) return write(ctx, work, endNow(findings, tried));
  const { afterSeconds, tried: triedSoFar } = again;
  await queue.enqueue(db.kysely, searchDomain, { backlinkId, tried: triedSoFar }, { afterSeconds, owner: work });
}

/** Nothing is there to be searched again. A search of its own for the campaign's contacts ends by itself. */
function unreachable({ contactSearch }: Pick<Work, 'contactSearch'>, problem: string): SearchStates {
  const ended = { contact_search: 'unreachable', contact_search_problem: problem };
  return { domain_search: 'empty', ...(contactSearch === 'waiting' ? {} : ended) };
}

function problemOf(problem: string | undefined, isPaid: boolean): SearchProblem | null {
  if (problem) return { end: 'could-not-look', message: problem };
  return isPaid ? null : { end: 'no-credit', message: '' };
}

/** 'none' at the end, with nothing found: the site could not be reached, or the search not paid for; the user may retry. */
async function write({ db, queue }: Parts, work: Work, ended: EndedFindings): Promise<void> {
  const { drafts, problem, isUnreachable, later, suppressed } = ended;
  await db.kysely.transaction().execute(async (tx) => {
    const held = await lockBacklink(tx, work, { withBalance: mayCost(drafts) });
    if (held?.domainSearch !== 'running') return;
    const searches = ({ isPaid, news }: Saved) => {
      if (problem && isUnreachable) return unreachable(held, problem);
      const unanswered = problemOf(problem, isPaid);
      const end = news > 0 ? 'found' : 'empty';
      return {
        domain_search: unanswered ? 'none' : end,
        domain_search_problem: unanswered,
        ...contactFormColumns(ended),
      };
    };
    await deleteSuppressed(tx, work.backlinkId, suppressed);
    const { keep, balance } = held;
    await saveContacts(tx, [{ work: { ...work, keep }, drafts, price: 'per-search', searches }], balance);
    await enqueueLater(tx, queue, { backlinkId: work.backlinkId, owner: work, drafts, later });
  });
}
