// Writes what a search has found and pays for it, as part of the caller's transaction: both or neither. A second run finds
// its rows there and its reasons paid, and changes nothing.

import { entryOf, type Spend } from '../../credits/spend-credits.ts';
import type { CheckedAddress } from '../../engine/finding/ask-address.ts';
import type { Tx } from '../../platform/db.ts';
import type { ContactDraft } from '../finding/contact-draft.ts';
import { type ContactEvidence, emailColumns, emailEvidence } from '../finding/contact-evidence.ts';
import { deleteContact, updateContact } from './contacts.store.ts';
import { orderedIds } from './ordered-ids.ts';
import { reasonOfDomain, reasonOfEmail } from './paid-addresses.store.ts';
import { type PlannedRow, planRows } from './plan-rows.ts';
import { type Before, readBefore, type Searches, writeEnd } from './search-end.store.ts';
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

export interface SearchResult {
  drafts: readonly ContactDraft[];
  price: Price;
  /** What can be spent, locked by the caller. */
  balance: number;
  /** How far the backlink's searches are then. */
  searches: (saved: Saved) => Searches;
}

/** The backlink is held by the caller. Tells too whether other backlinks of the campaign wait. Rejects like any query. */
export async function saveContacts(
  tx: Tx,
  work: Work,
  { drafts, price, balance, searches }: SearchResult,
): Promise<Saved & { othersWait: boolean }> {
  const before = await readBefore(tx, work, drafts.flatMap(chargedAddress));
  const planned = planRows(before.known, drafts, price === 'per-email');
  const { entries, unpaid } = pay(work, { planned, price, balance, before });
  const rows = planned.map((one) => (unpaid.has(one) ? withoutAddress(one) : one));
  const search = price === 'per-email' ? 'author' : 'domain';
  for (const one of rows) if (one.row) await fill(tx, one, search);
  const added = rows.filter(({ row, draft }) => !row && (draft.email.state === 'found' || draft.firstName !== ''));
  const ids = orderedIds(added.length);
  const contacts = added.map(({ draft }, i) => ({ ...newRow(work, draft, search), id: ids[i] ?? '' }));
  const news = rows.filter(({ draft, hasNews }) => hasNews && draft.email.state === 'found').length;
  const saved = { isPaid: unpaid.size === 0, news };
  return { ...saved, ...(await writeEnd(tx, work, { entries, contacts, searches: searches(saved) })) };
}

function chargedAddress({ email }: ContactDraft): string[] {
  return email.state === 'found' && isCharged(email.checked) ? [email.checked.address.toLowerCase()] : [];
}

interface Bill extends Pick<SearchResult, 'price' | 'balance'> {
  planned: readonly PlannedRow[];
  before: Before;
}

/** The entries that pay for what is planned, and that for which the credits do not suffice. */
function pay(work: Work, { planned, price, balance, before }: Bill) {
  const paid = new Set(before.paid);
  const charged = planned.flatMap((one) =>
    one.hasNews ? chargedAddress(one.draft).map((address) => ({ one, address })) : [],
  );
  const fresh = [...new Set(charged.map(({ address }) => address))].filter((address) => !paid.has(address));
  const together = fresh.length > 0 && !before.isSearchPaid ? [fresh] : [];
  const orders = price === 'per-email' ? fresh.map((address) => [address]) : together;
  const affordable = orders.slice(0, Math.max(0, balance));
  const refused = new Set(orders.slice(affordable.length).flat());
  return {
    entries: affordable.map((addresses) => entryOf(spendFor(work, { addresses, price }))),
    unpaid: new Set(charged.filter(({ address }) => refused.has(address)).map(({ one }) => one)),
  };
}

/** One email credit for these addresses. */
export function spendFor(
  work: Pick<Work, 'userId' | 'campaignId' | 'backlinkId' | 'keyword' | 'domain'>,
  { addresses, price }: { addresses: readonly string[]; price: Price },
): Spend {
  const { userId, campaignId, backlinkId, keyword, domain } = work;
  const reason = price === 'per-email' ? reasonOfEmail(addresses[0] ?? '') : reasonOfDomain(backlinkId);
  return { userId, kind: 'email', reason, details: { campaignId, keyword, domain, addresses } };
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
