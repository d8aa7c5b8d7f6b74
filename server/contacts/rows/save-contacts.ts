// Saves what searches of one campaign have found and charges for it, in the caller's transaction: both or neither. A second
// run finds its rows saved and its reasons paid, and changes nothing.

import { sql } from 'kysely';
import type { SearchStates } from '../../backlinks/contact-searches.store.ts';
import type { Spend } from '../../credits/spend-credits.ts';
import type { CheckedAddress } from '../../engine/finding/check-address.ts';
import type { Tx } from '../../platform/db.ts';
import { toJson } from '../../platform/rows/to-json.ts';
import type { ContactDraft } from '../finding/contact-draft.ts';
import { type ContactEvidence, emailColumns, emailEvidence } from '../finding/contact-evidence.ts';
import { deleteContact, type KnownContact, lockContacts, updateContact } from './contacts.store.ts';
import { orderedIds } from './ordered-ids.ts';
import { reasonOfDomain, reasonOfEmail } from './paid-addresses.store.ts';
import { type PlannedRow, planRows } from './plan-rows.ts';
import { readSavedContacts, saveSearchOutcomes } from './search-end.store.ts';
import type { Work } from './work.store.ts';

/** per-email: each address that is found costs a credit. per-search: all of them together cost one. */
export type Price = 'per-email' | 'per-search';

/** Addresses that a mail server neither confirms nor accepts are free. */
export function isCharged({ verification }: CheckedAddress): boolean {
  return verification.verdict === 'valid' || verification.verdict === 'catch_all';
}

/** A new row whose address is valid starts as kept; from then on `keep` is the user's. */
export const isValid = ({ verification }: CheckedAddress) => verification.verdict === 'valid';

/** Whether saving these may cost something. If so, the caller locks the balance before any row. */
export function mayCost(drafts: readonly ContactDraft[]): boolean {
  return drafts.some(({ email }) => email.state === 'found' && isCharged(email.checked));
}

export interface Saved {
  /** False if there were not enough credits, or the order may not spend more: unpaid contacts are saved without their address. */
  isPaid: boolean;
  /** Set if that was the order's limit rather than the balance. */
  isLimited?: true;
  /** How many addresses are new to the user. */
  news: number;
}

export interface ContactSearchOutcome {
  /** Its `keep` is that of the locked backlink. */
  work: Work;
  drafts: readonly ContactDraft[];
  price: Price;
  /** The states of the backlink's searches afterwards. */
  searches: (saved: Saved) => SearchStates;
}

/** The balance and what is already paid for. Each result lowers the first and adds to the second. */
interface Purse {
  /** What can be spent: the balance, or less if the order's limit is lower. Both are locked by the caller. */
  balance: number;
  isLimited: boolean;
  /** Addresses that are paid for. */
  paid: Set<string>;
  /** Ledger reasons of domain searches that are paid for. */
  paidSearches: Set<string>;
  spends: Spend[];
}

/**
 * Takes at least one result, all of one campaign, and charges for them in order. The caller has locked their backlinks. Also
 * reports whether other backlinks of the campaign are still waiting. What is paid counts against the credits that the order has
 * left, if it has a limit. Rejects like any query.
 */
export async function saveContacts(
  tx: Tx,
  results: readonly ContactSearchOutcome[],
  balance: number,
  creditsLeft: number | null = null,
): Promise<{ saved: Saved[]; othersWait: boolean }> {
  const { userId = '', campaignId = '' } = results[0]?.work ?? {};
  const backlinkIds = results.map(({ work }) => work.backlinkId);
  const addresses = results.flatMap(({ drafts }) => drafts.flatMap(chargedAddress));
  const before = await readSavedContacts(tx, { userId, backlinkIds, addresses });
  const known = Map.groupBy(before.known, (row) => row.backlink_id);
  const purse: Purse = {
    balance: Math.min(balance, creditsLeft ?? balance),
    isLimited: creditsLeft !== null && creditsLeft < balance,
    paid: new Set(before.paid),
    paidSearches: new Set(before.paidSearches),
    spends: [],
  };
  const ends = results.map((result) => payFor(result, known.get(result.work.backlinkId) ?? [], purse));
  await lockContacts(
    tx,
    ends.flatMap(({ rows }) => rows.flatMap(filledIds)),
  );
  for (const { work, rows, search } of ends) for (const one of rows) if (one.row) await fill(tx, one, { work, search });
  const added = ends.flatMap(({ work, rows, search }) =>
    rows.filter(isNew).map(({ draft }) => ({ work, draft, search })),
  );
  const ids = orderedIds(added.length);
  const { othersWait } = await saveSearchOutcomes(tx, {
    campaignId,
    spends: purse.spends,
    isLimited: creditsLeft !== null,
    contacts: added.map(({ work, draft, search }, i) => ({ ...newRow(work, draft, search), id: ids[i] ?? '' })),
    backlinks: ends.map(({ work, searches, saved }) => ({ id: work.backlinkId, sets: searches(saved) })),
  });
  return { saved: ends.map(({ saved }) => saved), othersWait };
}

const filledIds = ({ row, instead }: PlannedRow) => [row, instead].flatMap((one) => one?.id ?? []);

function isNew({ row, draft }: PlannedRow): boolean {
  return !row && (draft.email.state === 'found' || draft.firstName !== '');
}

function chargedAddress({ email }: ContactDraft): string[] {
  return email.state === 'found' && isCharged(email.checked) ? [email.checked.address.toLowerCase()] : [];
}

const hasValidAddress = ({ email }: ContactDraft) => email.state === 'found' && isValid(email.checked);

/** The rows of one result, without the addresses that the credits do not cover. */
function payFor(result: ContactSearchOutcome, known: readonly KnownContact[], purse: Purse) {
  const { drafts, price } = result;
  const planned = planRows(known, drafts, price === 'per-email');
  const unpaid = pay(result, planned, purse);
  const rows = planned.map((one) => (unpaid.has(one) ? withoutAddress(one) : one));
  const news = rows.filter(({ draft, hasNews }) => hasNews && draft.email.state === 'found').length;
  const search: ContactEvidence['search'] = price === 'per-email' ? 'author' : 'domain';
  const isPaid = unpaid.size === 0;
  const saved: Saved = { isPaid, news, ...(!isPaid && purse.isLimited ? { isLimited: true } : {}) };
  return { ...result, rows, search, saved };
}

/** Charges for the planned rows; returns those that the balance does not cover. */
function pay({ work, price }: ContactSearchOutcome, planned: readonly PlannedRow[], purse: Purse): Set<PlannedRow> {
  const charged = planned.flatMap((one) =>
    one.hasNews ? chargedAddress(one.draft).map((address) => ({ one, address })) : [],
  );
  const valid = new Set(charged.filter(({ one }) => hasValidAddress(one.draft)).map(({ address }) => address));
  const fresh = [...new Set(charged.map(({ address }) => address))].filter((address) => !purse.paid.has(address));
  const together = fresh.length > 0 && !purse.paidSearches.has(reasonOfDomain(work.backlinkId)) ? [fresh] : [];
  const orders = price === 'per-email' ? fresh.map((address) => [address]) : together;
  const affordable = orders.slice(0, Math.max(0, purse.balance));
  const refused = new Set(orders.slice(affordable.length).flat());
  purse.balance -= affordable.length;
  for (const addresses of affordable) {
    purse.spends.push(spendFor(work, { addresses, valid: addresses.filter((one) => valid.has(one)), price }));
    for (const address of addresses) purse.paid.add(address);
  }
  return new Set(charged.filter(({ address }) => refused.has(address)).map(({ one }) => one));
}

interface Purchase {
  addresses: readonly string[];
  /** Those of them that Zeus called valid. The others are catch-alls, for which alone nothing is refunded. */
  valid: readonly string[];
  price: Price;
}

/** One email credit for these addresses. */
export function spendFor(
  work: Pick<Work, 'userId' | 'campaignId' | 'backlinkId' | 'keyword' | 'domain'>,
  { addresses, valid, price }: Purchase,
): Spend {
  const { userId, campaignId, backlinkId, keyword, domain } = work;
  const reason = price === 'per-email' ? reasonOfEmail(addresses[0] ?? '') : reasonOfDomain(backlinkId);
  return { userId, kind: 'email', reason, details: { campaignId, keyword, domain, addresses, valid } };
}

function withoutAddress({ draft, row }: PlannedRow): PlannedRow {
  const bare: ContactDraft = { ...draft, email: { state: 'unfetched' } };
  return { draft: bare, hasNews: row === undefined, ...(row ? { row } : {}) };
}

function newRow(work: Work, draft: ContactDraft, search: ContactEvidence['search']) {
  return {
    user_id: work.userId,
    request_id: work.campaignId,
    backlink_id: work.backlinkId,
    ...personColumns(draft),
    highlighted: draft.highlighted,
    ...addressColumns(draft, search),
    ...selection(work, hasValidAddress(draft)),
  };
}

function personColumns({ firstName, lastName, position, role, page, twitter, profiles, avatarUrl }: ContactDraft) {
  const columns = { position, role, page, twitter, profiles, avatar_url: avatarUrl };
  return { first_name: firstName, last_name: lastName, ...columns };
}

/**
 * Selects a row that is there already. Without `keep` if the lead is removed: a contact that its user has selected all the same
 * stays selected.
 */
export const selectNow = (isLeadKept: boolean) =>
  isLeadKept ? { keep: true } : { deselected_with_lead: sql<boolean>`not keep` };

/** Contacts of a lead that was removed meanwhile are selected when it is kept again. */
function selection({ keep: isLeadKept }: Work, isSelected: boolean) {
  return { keep: isLeadKept && isSelected, deselected_with_lead: !isLeadKept && isSelected };
}

/** The same columns for every row, so that many can be inserted in one statement. */
function addressColumns({ email, evidence }: ContactDraft, search: ContactEvidence['search']) {
  if (email.state === 'found') {
    const all = { ...evidence, ...emailEvidence(email.checked, search) };
    return { ...emailColumns(email.checked), single_fetch: false, evidence: all };
  }
  const none = { email: null, type: null, verification: null, verified_at: null, single_fetch: false };
  return { email_state: email.state, ...none, source: 'zeus-own', evidence };
}

interface FilledBy {
  work: Work;
  search: ContactEvidence['search'];
}

async function fill(tx: Tx, { draft, row, hasNews, instead }: PlannedRow, { work, search }: FilledBy) {
  if (!row) return;
  if (instead && instead.id !== row.id) await deleteContact(tx, instead.id);
  const isNameless = row.first_name === '' && row.last_name === '';
  const columns = addressColumns(draft, search);
  await updateContact(tx, row.id, {
    ...(isNameless ? personColumns(draft) : {}),
    highlighted: row.highlighted || draft.highlighted,
    ...(hasNews ? { ...columns, evidence: toJson(columns.evidence) } : {}),
    ...(hasNews && isAwaited(row, draft) ? selectNow(work.keep) : {}),
  });
}

/**
 * A person who was shown without an address while Author Mode was still searching: the row becomes kept now, as it would
 * have been with its address. Otherwise a search does not change `keep`.
 */
function isAwaited(row: KnownContact, draft: ContactDraft): boolean {
  return row.email_state === 'unfetched' && draft.isWanted && hasValidAddress(draft);
}
