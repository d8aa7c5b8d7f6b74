// The ledger has an entry for every backlink and email. Users want to see what happened on a day: entries of the same day for
// the same thing become one line.

import type { CreditEntry } from '../../../shared/credit-entry.ts';
import { formatLongDate } from '../../ui/values/dates.ts';

export interface EntryGroup {
  key: string;
  label: string;
  /** Of the newest entry. */
  at: string;
  backlink: number;
  email: number;
}

/** Newest first, like the entries. Added and used credits are never summed up. */
export function groupEntries(entries: readonly CreditEntry[]): EntryGroup[] {
  const groups = new Map<string, EntryGroup>();
  for (const { id, kind, delta, label, created_at } of entries) {
    const name = `${dayOf(created_at)} ${Math.sign(delta)} ${label}`;
    const group = groups.get(name) ?? { key: String(id), label, at: created_at, backlink: 0, email: 0 };
    group[kind] += delta;
    groups.set(name, group);
  }
  return [...groups.values()];
}

const dayOf = (at: string) => formatLongDate(new Date(at));
