// One screening session: its leads, the current one, what was decided and can be undone. The position is kept in the URL.
// Without it, screening starts at the first undecided lead. A removed lead stays in its place, even on a later visit: the count
// is the same, and it can be brought back.
import { useState } from 'react';
import type { Backlink } from '../../shared/backlink.ts';
import { useSaveBacklinks } from '../backlinks/backlinks.api.ts';
import { useAddressIndex } from '../ui/address.ts';

type Decision = Pick<Backlink, 'id' | 'keep' | 'screened'>;

export interface Screening {
  readonly leads: readonly Backlink[];
  /** The current position; `leads.length` is the end. */
  readonly at: number;
  /** All leads have been decided. */
  readonly isDone: boolean;
  readonly kept: number;
  readonly removed: number;
  readonly canUndo: boolean;
  /** The last event, in words. */
  readonly news: string;
  goTo(at: number): void;
  /** Keeps or removes the current lead and moves on. Returns whether that was the last decision. */
  decide(keep: boolean): boolean;
  undo(): void;
}

export function useScreening(campaignId: string, backlinks: readonly Backlink[]): Screening {
  const save = useSaveBacklinks(campaignId);
  const leads = useLeads(backlinks);
  const [place, setAt] = useAddressIndex('lead');
  const [arrivedAt] = useState(() => firstOpen(leads));
  const at = place ?? arrivedAt;
  const [history, setHistory] = useState<readonly Decision[]>([]);
  const [news, setNews] = useState('');

  const decide = (keep: boolean) => {
    const lead = leads[at];
    if (!lead) return false;
    save([{ id: lead.id, keep, screened: true }]);
    setHistory([...history, { id: lead.id, keep: lead.keep, screened: lead.screened }]);
    setNews(`${keep ? 'Kept' : 'Removed'}: ${lead.title || lead.url_from}`);
    setAt(at + 1);
    // The rows follow a moment later; with fast input the history is ahead of them.
    const decided = new Set([lead.id, ...history.map(({ id }) => id)]);
    return leads.every(({ id, screened }) => screened || decided.has(id));
  };
  const undo = () => {
    const before = history.at(-1);
    if (!before) return;
    save([before]);
    setHistory(history.slice(0, -1));
    const undoneAt = leads.findIndex(({ id }) => id === before.id);
    setNews(`Undone: ${leads[undoneAt]?.title ?? 'the last decision'}`);
    if (undoneAt >= 0) setAt(undoneAt);
  };
  return {
    leads,
    at: Math.min(at, leads.length),
    isDone: leads.every(({ screened }) => screened),
    kept: leads.filter(({ keep, screened }) => keep && screened).length,
    removed: leads.filter(({ keep }) => !keep).length,
    canUndo: history.length > 0,
    news,
    goTo: (to) => setAt(Math.max(0, Math.min(to, leads.length))),
    decide,
    undo,
  };
}

/** The first undecided lead, or the end. */
export function firstOpen(leads: readonly Backlink[]): number {
  const place = leads.findIndex(({ screened }) => !screened);
  return place === -1 ? leads.length : place;
}

/** The leads on arrival, in order; leads kept later come after them. */
function useLeads(backlinks: readonly Backlink[]): Backlink[] {
  const [order, setOrder] = useState<readonly string[]>(() => leadIds(backlinks));
  const known = new Set(order);
  const added = leadIds(backlinks).filter((id) => !known.has(id));
  if (added.length > 0) setOrder([...order, ...added]);
  const byId = new Map(backlinks.map((backlink) => [backlink.id, backlink]));
  return order.flatMap((id) => byId.get(id) ?? []);
}

/** Selected for screening, or decided there before. */
export const isLead = ({ keep, screened }: Pick<Backlink, 'keep' | 'screened'>) => keep || screened;

const leadIds = (backlinks: readonly Backlink[]) => backlinks.filter(isLead).map(({ id }) => id);
