// One screening session: its leads, the current one, what was decided and can be undone.
// Without it, screening starts at the first undecided lead. A removed lead stays in its place, even on a later visit: the count
// is the same, and it can be brought back.
import { useState } from 'react';
import type { Backlink } from '../../shared/backlink.ts';
import { type RemovalReason, removalTexts } from '../../shared/lead-values.ts';
import { type RowChange, useSaveRows } from '../platform/rows.ts';
import type { BlockSite } from '../prospects/use-block-site.tsx';
import { type LeadGroup, useLeadGroup } from './use-lead-group.ts';

/** What a decision changed, as it was before. */
interface Decision {
  readonly leads: readonly RowChange[];
  /** The site that was blocked by it. */
  readonly blocked?: string;
}

export interface Screening extends Pick<LeadGroup, 'group' | 'choose'> {
  /** Every lead, of whatever group. */
  readonly all: readonly Backlink[];
  /** Those of the group that is screened, or all. */
  readonly leads: readonly Backlink[];
  /** The current position; `leads.length` is the end. */
  readonly at: number;
  /** All leads of all groups have been decided. */
  readonly isDone: boolean;
  readonly kept: number;
  readonly removed: number;
  readonly canUndo: boolean;
  /** The last event, in words. */
  readonly news: string;
  goTo(at: number): void;
  /** Keeps or removes the current lead and moves on. Returns whether that was the last decision. */
  decide(keep: boolean, reason?: RemovalReason): boolean;
  /**
   * Blocks the site of the current lead, unless it is under a rule already, removes all leads of it and moves on. Returns whether
   * that was the last decision.
   */
  block(): boolean;
  undo(): void;
}

interface ScreeningOptions {
  campaignId: string;
  backlinks: readonly Backlink[];
  sites: BlockSite;
}

export function useScreening({ campaignId, backlinks, sites }: ScreeningOptions): Screening {
  const save = useSaveRows('backlinks', campaignId);
  const all = useLeads(backlinks);
  const { leads, at, group, choose, goTo: setAt } = useLeadGroup(all);
  const [history, setHistory] = useState<readonly Decision[]>([]);
  const [news, setNews] = useState('');

  const change = (decision: Decision, verdict: Omit<RowChange, 'id'>) => {
    save(decision.leads.map(({ id }) => ({ id, ...verdict, screened: true })));
    setHistory([...history, decision]);
    // A block decides about all leads of a site.
    const decided = idsOf([decision]);
    const nextAt = leads.findIndex(({ id }, index) => index > at && !decided.has(id));
    setAt(nextAt === -1 ? leads.length : nextAt);
    // The rows follow a moment later; with fast input the history is ahead of them.
    const everDecided = idsOf([decision, ...history]);
    return all.every(({ id, screened }) => screened || everDecided.has(id));
  };
  const decide = (keep: boolean, reason?: RemovalReason) => {
    const lead = leads[at];
    if (!lead) return false;
    const done = keep ? 'Kept' : reason ? `Removed (${removalTexts[reason]})` : 'Removed';
    setNews(`${done}: ${lead.title || lead.url_from}`);
    const before = { ...toState(lead), removal_reason: lead.removal_reason };
    return change({ leads: [before] }, { keep, removal_reason: reason ?? null });
  };
  const block = () => {
    const domain = leads[at]?.domain;
    if (domain === undefined) return false;
    const states = all.filter((one) => one.domain === domain).map(toState);
    // Another block would overwrite the reason, and its undo would delete the rule.
    const isNew = sites.ruleOf(domain) === undefined;
    if (isNew) sites.block(domain, { onUndone: () => save(states) });
    setNews(`${isNew ? 'Blocked' : 'Removed'}: ${domain}`);
    return change({ leads: states, ...(isNew && { blocked: domain }) }, { keep: false });
  };
  const undo = () => {
    const before = history.at(-1);
    if (!before) return;
    save(before.leads);
    if (before.blocked !== undefined) sites.unblock(before.blocked);
    setHistory(history.slice(0, -1));
    const undoneAt = leads.findIndex(({ id }) => before.leads.some((lead) => lead.id === id));
    setNews(`Undone: ${leads[undoneAt]?.title ?? 'the last decision'}`);
    if (undoneAt >= 0) setAt(undoneAt);
  };
  return {
    ...{ all, leads, group, choose },
    at: Math.min(at, leads.length),
    isDone: all.every(({ screened }) => screened),
    kept: leads.filter(({ keep, screened }) => keep && screened).length,
    removed: leads.filter(({ keep }) => !keep).length,
    canUndo: history.length > 0,
    news,
    goTo: (to) => setAt(Math.max(0, Math.min(to, leads.length))),
    decide,
    block,
    undo,
  };
}

const idsOf = (decisions: readonly Decision[]) => new Set(decisions.flatMap(({ leads }) => leads.map(({ id }) => id)));

const toState = ({ id, keep, screened }: Backlink) => ({ id, keep, screened });

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
