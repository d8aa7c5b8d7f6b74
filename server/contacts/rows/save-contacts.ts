// Writes what a search has found and pays for it, as part of the caller's transaction: both or neither. A second run finds
// its rows there and its reasons paid, and changes nothing.

import { type Spent, spendOnce } from '../../credits/spend-credits.ts';
import type { CheckedAddress } from '../../engine/finding/ask-address.ts';
import type { Tx } from '../../platform/db.ts';
import type { ContactDraft } from '../finding/contact-draft.ts';
import { type ContactEvidence, emailColumns, emailEvidence } from '../finding/contact-evidence.ts';
import { deleteContact, insertContacts, listOfBacklink, updateContact } from './contacts.store.ts';
import { orderedIds } from './ordered-ids.ts';
import { paidAddresses, reasonOfDomain, reasonOfEmail } from './paid-addresses.store.ts';
import { type PlannedRow, planRows } from './plan-rows.ts';
import { toJson } from './to-json.ts';
import type { Work } from './work.store.ts';

/** per-email: each address that is found costs a credit. per-search: all of them together cost one. */
export type Price = 'per-email' | 'per-search';

/** What a mail server neither confirms nor takes in costs nothing. */
export function isCharged({ verification }: CheckedAddress): boolean {
  return verification.verdict === 'valid' || verification.verdict === 'catch_all';
}

/** Whether writing these may cost something: then the caller locks the balance before any row. */
export function mayCost(drafts: readonly ContactDraft[]): boolean {
  return drafts.some(({ email }) => email.state === 'found' && isCharged(email.checked));
}

export interface Saved {
  /** False when the credits did not suffice: what is not paid for is kept without its address. */
  isPaid: boolean;
  /** How many addresses the user has now and had not before. */
  news: number;
}

/** Rejects like any query. */
export async function saveContacts(
  tx: Tx,
  work: Work,
  { drafts, price }: { drafts: readonly ContactDraft[]; price: Price },
): Promise<Saved> {
  const known = await listOfBacklink(tx, work.backlinkId);
  const planned = planRows(known, drafts, price === 'per-email');
  const unpaid = await pay(tx, work, { planned, price });
  const rows = planned.map((one) => (unpaid.has(one) ? withoutAddress(one) : one));
  const search = price === 'per-email' ? 'author' : 'domain';
  const added = rows.filter(({ row, draft }) => !row && (draft.email.state === 'found' || draft.firstName !== ''));
  const ids = orderedIds(added.length);
  const values = added.map(({ draft }, i) => ({ ...newRow(work, draft, search), id: ids[i] ?? '' }));
  await insertContacts(tx, values);
  for (const one of rows) if (one.row) await fill(tx, one, search);
  const news = rows.filter(({ draft, hasNews }) => hasNews && draft.email.state === 'found').length;
  return { isPaid: unpaid.size === 0, news };
}

/** Pays for what is planned; gives those for which the credits did not suffice. */
async function pay(
  tx: Tx,
  work: Work,
  { planned, price }: { planned: readonly PlannedRow[]; price: Price },
): Promise<Set<PlannedRow>> {
  const charged = planned.flatMap((one) => {
    const { email } = one.draft;
    return one.hasNews && email.state === 'found' && isCharged(email.checked)
      ? [{ one, address: email.checked.address.toLowerCase() }]
      : [];
  });
  const paid = await paidAddresses(
    tx,
    work.userId,
    charged.map(({ address }) => address),
  );
  const fresh = charged.filter(({ address }) => !paid.has(address));
  const unpaid = new Set<PlannedRow>();
  if (price === 'per-search') {
    const addresses = fresh.map(({ address }) => address);
    const isRefused = addresses.length > 0 && (await spend(tx, work, { addresses, price })) === 'no-credit';
    return new Set(isRefused ? fresh.map(({ one }) => one) : []);
  }
  for (const { one, address } of fresh) {
    if ((await spend(tx, work, { addresses: [address], price })) === 'no-credit') unpaid.add(one);
  }
  return unpaid;
}

/** One email credit for these addresses. */
export function spend(
  tx: Tx,
  work: Pick<Work, 'userId' | 'campaignId' | 'backlinkId' | 'keyword' | 'domain'>,
  { addresses, price }: { addresses: readonly string[]; price: Price },
): Promise<Spent> {
  const { userId, campaignId, backlinkId, keyword, domain } = work;
  const reason = price === 'per-email' ? reasonOfEmail(addresses[0] ?? '') : reasonOfDomain(backlinkId);
  return spendOnce(tx, { userId, kind: 'email', reason, details: { campaignId, keyword, domain, addresses } });
}

function withoutAddress({ draft, row }: PlannedRow): PlannedRow {
  const bare: ContactDraft = { ...draft, email: { state: 'unfetched' } };
  return { draft: bare, hasNews: row === undefined, ...(row ? { row } : {}) };
}

function newRow(work: Work, draft: ContactDraft, search: ContactEvidence['search']) {
  const { firstName, lastName, position, page, twitter, avatarUrl, highlighted } = draft;
  return {
    user_id: work.userId,
    request_id: work.campaignId,
    backlink_id: work.backlinkId,
    first_name: firstName,
    last_name: lastName,
    ...{ position, page, twitter, avatar_url: avatarUrl, highlighted },
    ...addressColumns(draft, search),
  };
}

/** The same columns for every row, so that many can be inserted in one statement. */
function addressColumns({ email, evidence }: ContactDraft, search: ContactEvidence['search']) {
  if (email.state === 'found') {
    const all = { ...evidence, ...emailEvidence(email.checked, search) };
    return { ...emailColumns(email.checked), evidence: toJson(all) };
  }
  const none = { email: null, type: null, verification: null, verified_at: null, keep: false };
  return { email_state: email.state, ...none, source: 'zeus-own', evidence: toJson(evidence) };
}

async function fill(tx: Tx, { draft, row, hasNews, instead }: PlannedRow, search: ContactEvidence['search']) {
  if (!row) return;
  if (instead && instead.id !== row.id) await deleteContact(tx, instead.id);
  const isNameless = row.first_name === '' && row.last_name === '';
  const { firstName, lastName, position, page, twitter, avatarUrl } = draft;
  const person = { first_name: firstName, last_name: lastName, position, page, twitter, avatar_url: avatarUrl };
  await updateContact(tx, row.id, {
    ...(isNameless ? person : {}),
    highlighted: row.highlighted || draft.highlighted,
    ...(hasNews ? addressColumns(draft, search) : {}),
  });
}
