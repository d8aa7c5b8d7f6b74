// Which found contacts are new rows, which fill in rows that are there, and which change nothing. Pure.

import { type ContactDraft, nameKey } from '../finding/contact-draft.ts';
import type { KnownContact } from './contacts.store.ts';

export interface PlannedRow {
  draft: ContactDraft;
  /** The row it fills in; without it, a new one. */
  row?: KnownContact;
  /** Whether it says something new about the address. */
  hasNews: boolean;
  /** The row of the same person without an address, which this one replaces. */
  instead?: KnownContact;
}

/** `onePerPerson`: a person who has an address gets no second one, and one whose address another person has gets none. */
export function planRows(
  known: readonly KnownContact[],
  drafts: readonly ContactDraft[],
  onePerPerson: boolean,
): PlannedRow[] {
  const planned: PlannedRow[] = [];
  const taken = new Set<string>();
  for (const found of drafts) {
    const draft = onePerPerson ? withFreeAddress(found, taken) : found;
    const address = addressOf(draft);
    const key = nameKey(draft);
    const isAgain = address !== undefined && !onePerPerson ? taken.has(address) : taken.has(key);
    if (isAgain || (address === undefined && key === '')) continue;
    const same = known.filter((row) => key !== '' && keyOf(row) === key && !taken.has(row.id));
    const holder = known.find((row) => address !== undefined && row.email?.toLowerCase() === address);
    const empty = same.find((row) => row.email === null);
    const row = holder ?? empty ?? (onePerPerson || address === undefined ? same[0] : undefined);
    for (const id of [address, key, row?.id]) if (id) taken.add(id);
    if (!row) planned.push({ draft, hasNews: true });
    else planned.push(...fillIn(draft, row, holder && isFor(holder, key) ? empty : undefined));
  }
  return planned;
}

/** Whether the row is this person's, or has no person yet. */
const isFor = (row: KnownContact, key: string) => keyOf(row) === '' || keyOf(row) === key;

/** Partners may name one shared mailbox for all authors of a page, and a backlink has an address once. */
function withFreeAddress(draft: ContactDraft, taken: ReadonlySet<string>): ContactDraft {
  const address = addressOf(draft);
  return address !== undefined && taken.has(address) ? { ...draft, email: { state: 'none' } } : draft;
}

/** A row whose address is being fetched is left to its fetcher. */
function fillIn(draft: ContactDraft, row: KnownContact, instead: KnownContact | undefined): PlannedRow[] {
  const hasNews = row.email_state !== 'fetching' && tellsMore(draft, row);
  const isNewAuthor = draft.highlighted && !row.highlighted;
  if (!hasNews && !isNewAuthor && !instead) return [];
  return [{ draft, row, hasNews, ...(instead && instead.email_state !== 'fetching' ? { instead } : {}) }];
}

function tellsMore({ email }: ContactDraft, row: KnownContact): boolean {
  if (row.email_state === 'found') {
    const isSame = email.state === 'found' && email.checked.address.toLowerCase() === row.email?.toLowerCase();
    return isSame && row.verification === 'unknown' && email.checked.verification.verdict !== 'unknown';
  }
  return email.state === 'found' || (email.state !== 'unfetched' && row.email_state === 'unfetched');
}

function addressOf({ email }: ContactDraft): string | undefined {
  return email.state === 'found' ? email.checked.address.toLowerCase() : undefined;
}

function keyOf(row: KnownContact): string {
  return nameKey({ firstName: row.first_name, lastName: row.last_name });
}
