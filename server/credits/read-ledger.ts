// The ledger in words: what each entry was for, what it bought, and its refund.
import type { Context } from '../platform/context.ts';
import { refundReason } from './credits.store.ts';
import { type EntriesQuery, listEntries, listRefunds } from './credits-data.store.ts';
import { entryItem, entryLabel } from './entry-label.ts';

export async function readLedger({ db }: Pick<Context, 'db'>, userId: string, query: EntriesQuery) {
  const entries = await listEntries(db, userId, query);
  const spent = entries.filter(({ delta }) => delta < 0);
  const refunds = await listRefunds(
    db,
    userId,
    spent.map(({ reason }) => reason),
  );
  const byReason = new Map(refunds.map(({ kind, reason, ...refund }) => [`${kind} ${reason}`, refund]));
  return entries.map(({ details, ...entry }) => ({
    ...entry,
    label: entryLabel({ ...entry, details }),
    item: entryItem({ ...entry, details }),
    refund: byReason.get(`${entry.kind} ${refundReason(entry.reason)}`) ?? null,
  }));
}
