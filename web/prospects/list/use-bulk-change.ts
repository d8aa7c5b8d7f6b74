// Changes many prospects at once, with an Undo.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Prospect } from '../../../shared/prospect.ts';
import { maxSiteRules, type ProspectState, type SiteRuleKind } from '../../../shared/prospect-values.ts';
import { callApi } from '../../platform/api.ts';
import { newUuid } from '../../platform/new-uuid.ts';
import { closeToast, showToast } from '../../ui/toast/toasts.ts';
import { useKeys } from '../../ui/use-keys.ts';
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
  const last = useRef<{ work: Undo; toast: number } | null>(null);
  const undo = async (work: Undo) => {
    // Only once, by the button or the key.
    if (last.current?.work === work) {
      closeToast(last.current.toast);
      last.current = null;
    }
    try {
      await work();
      showToast('success', 'The change was undone.');
    } catch (error) {
      showToast('error', `The change could not be undone. ${(error as Error).message}`);
    }
    await readAgain();
  };
  useKeys({ z: () => last.current && void undo(last.current.work) });
  const { mutate, isPending } = useMutation({
    mutationFn: (order: Order) =>
      'kind' in order.change ? addRules(order, order.change.kind) : setState(order, order.change.state),
    onSuccess: ({ updated, undo: work }, { change }) => {
      const to = 'kind' in change ? `added to “${kindNames[change.kind]}”` : `set to “${stateNames[change.state]}”`;
      const actions = work ? [{ label: 'Undo', onClick: () => void undo(work) }] : [];
      const toast = showToast('success', `${countOf(updated, 'site')} ${to}.`, actions);
      last.current = work ? { work, toast } : null;
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
  const changeId = newUuid();
  const sites = 'rows' in order ? { domains: order.rows.map(({ domain }) => domain) } : { matching: order.matching };
  const { updated } = await callApi('PATCH /data/prospects', { body: { ...sites, state, changeId }, timeoutMs });
  return { updated, undo: () => callApi('POST /data/prospects/undo', { body: { changeId }, timeoutMs }) };
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
