// Changes many prospects at once, with an Undo, except for a new state of all prospects that match a filter.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Prospect } from '../../../shared/prospect.ts';
import {
  maxSiteRules,
  type ProspectState,
  prospectStates,
  type SiteRuleKind,
} from '../../../shared/prospect-values.ts';
import { callApi } from '../../platform/api.ts';
import { showToast } from '../../ui/toast/toasts.ts';
import { countOf } from '../../ui/values/figures.ts';
import { kindNames, stateNames } from '../prospect-words.ts';
import type { ProspectFilter } from './prospect-filter.ts';

export type BulkChange = { state: ProspectState } | { kind: SiteRuleKind };

type Chosen = { rows: readonly Prospect[] } | { matching: ProspectFilter; total: number };
type Order = { change: BulkChange } & Chosen;
type Undo = () => Promise<unknown>;

const timeoutMs = 60_000;

export function useBulkChange() {
  const queryClient = useQueryClient();
  const readAgain = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ['prospects'] }),
      queryClient.invalidateQueries({ queryKey: ['site-rules'] }),
    ]);
  const undo = async (work: Undo) => {
    try {
      await work();
      showToast('success', 'The change was undone.');
    } catch (error) {
      showToast('error', `The change could not be undone. ${(error as Error).message}`);
    }
    await readAgain();
  };
  const { mutate, isPending } = useMutation({
    mutationFn: (order: Order) =>
      'kind' in order.change ? addRules(order, order.change.kind) : setState(order, order.change.state),
    onSuccess: ({ updated, undo: work }, { change }) => {
      const to = 'kind' in change ? `added to “${kindNames[change.kind]}”` : `set to “${stateNames[change.state]}”`;
      showToast(
        'success',
        `${countOf(updated, 'site')} ${to}.`,
        work ? [{ label: 'Undo', onClick: () => void undo(work) }] : [],
      );
    },
    onError: (error) => showToast('error', `The sites were not changed. ${error.message}`),
    onSettled: readAgain,
  });
  return {
    isPending,
    apply(order: Order, onDone: () => void) {
      if (!isPending) mutate(order, { onSuccess: onDone });
    },
  };
}

interface Done {
  updated: number;
  undo?: Undo;
}

async function setState(order: Order, state: ProspectState): Promise<Done> {
  if (!('rows' in order)) {
    return callApi('PATCH /data/prospects', { body: { matching: order.matching, state }, timeoutMs });
  }
  const { rows } = order;
  const domains = rows.map(({ domain }) => domain);
  const { updated } = await callApi('PATCH /data/prospects', { body: { domains, state }, timeoutMs });
  return { updated, undo: () => restoreStates(rows) };
}

/** Only a site without a date of contact has got one by the change. */
async function restoreStates(rows: readonly Prospect[]): Promise<void> {
  for (const state of prospectStates) {
    for (const isNew of [true, false]) {
      const group = rows.filter((row) => row.state === state && (row.contacted_at === null) === isNew);
      const domains = group.map(({ domain }) => domain);
      const body = { domains, state, ...(isNew ? { contacted_at: null } : {}) };
      if (domains.length > 0) await callApi('PATCH /data/prospects', { body, timeoutMs });
    }
  }
}

/** Undo leaves rules alone that were there before. */
async function addRules(order: Order, kind: SiteRuleKind): Promise<Done> {
  const rows = 'rows' in order ? order.rows : await readAll(order.matching);
  // A row shows only one of its rules.
  const rules = await callApi('GET /data/site-rules', { timeoutMs });
  const existing = new Set(rules.flatMap((rule) => (rule.kind === kind ? rule.pattern : [])));
  const lines = rows.map(({ domain }) => domain).filter((domain) => !existing.has(domain));
  if (lines.length === 0) return { updated: 0 };
  const { added } = await callApi('POST /data/site-rules', { body: { kind, lines, reason: '' }, timeoutMs });
  const undo = () => callApi('POST /data/site-rules/remove', { body: { kind, patterns: lines }, timeoutMs });
  return { updated: added, undo };
}

async function readAll(matching: ProspectFilter): Promise<Prospect[]> {
  const query = { ...matching, limit: maxSiteRules };
  return (await callApi('GET /data/prospects', { query, timeoutMs })).rows;
}
