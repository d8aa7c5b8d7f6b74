// What a search leaves for later when its time is up: mail servers that greylist for half an hour or more, or where our own limit
// is reached. The campaign continues; a printed address is shown as not confirmed, a guessed one as still being fetched.
// Both say when Zeus looks again.

import { confirmEmails, fetchEmail, type Tried } from '../../jobs.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import type { JobOwner } from '../../platform/queue/job.ts';
import { listFetching, noteNextCheck, noteNextFetch } from '../rows/contacts.store.ts';
import type { ContactDraft } from './contact-draft.ts';
import type { Findings } from './find-author-contacts.ts';
import { lateTry, type NextTry } from './retry-limits.ts';

export interface EndedFindings extends Findings {
  later?: NextTry;
}

/** The findings as they are saved: with the next try, or without anything that would wait forever. */
export function endNow(findings: Findings, tried: Tried): EndedFindings {
  const later = findings.delayed && lateTry(findings.delayed, tried);
  if (!later) return { ...findings, drafts: findings.drafts.map(unfetched) };
  const { problem, ...rest } = findings;
  const isStillFetching = findings.drafts.some(({ email }) => email.state === 'fetching');
  return { ...rest, later, ...(problem && !isStillFetching ? { problem } : {}) };
}

function unfetched(draft: ContactDraft): ContactDraft {
  return draft.email.state === 'fetching' ? { ...draft, email: { state: 'unfetched' } } : draft;
}

const isUnconfirmed = ({ email }: ContactDraft) =>
  email.state === 'found' && ['greylisted', 'capped'].includes(email.checked.verification.reason);

interface Later {
  backlinkId: string;
  owner: JobOwner;
  drafts: readonly ContactDraft[];
  later: NextTry | undefined;
}

/** Enqueues the later checks, in the transaction that saved the rows. */
export async function enqueueLater(tx: Tx, queue: Context['queue'], { backlinkId, owner, drafts, later }: Later) {
  if (!later) return;
  const { afterSeconds, tried } = later;
  const when = { afterSeconds, owner };
  if (drafts.some(isUnconfirmed)) {
    await queue.enqueue(tx, confirmEmails, { backlinkId, tried }, when);
    await noteNextCheck(tx, backlinkId, afterSeconds);
  }
  if (!drafts.some(({ email }) => email.state === 'fetching')) return;
  for (const contactId of await listFetching(tx, backlinkId)) {
    await queue.enqueue(tx, fetchEmail, { contactId, tried }, when);
    await noteNextFetch(tx, contactId, afterSeconds);
  }
}
