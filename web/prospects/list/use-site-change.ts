// Changes one or many prospects, with an Undo.
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Prospect } from '../../../shared/prospect.ts';
import { maxSiteRules, type ProspectState, type SiteRuleKind } from '../../../shared/prospect-values.ts';
import { callApi } from '../../platform/api.ts';
import { newUuid } from '../../platform/new-uuid.ts';
import { showToast } from '../../ui/toast/toasts.ts';
import { countOf } from '../../ui/values/figures.ts';
import { kindNames, stateNames } from '../prospect-words.ts';
import { readAgain } from '../prospects.api.ts';
import type { ProspectFilter } from './prospect-filter.ts';
import type { Announce, Undo } from './use-undo.ts';

export type SiteChange = { state: ProspectState } | { kind: SiteRuleKind };

type Chosen = { rows: readonly Prospect[] } | { matching: ProspectFilter; total: number };
type Order = { change: SiteChange } & Chosen;

const timeoutMs = 60_000;

export function useSiteChange(announce: Announce) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (order: Order) =>
      'kind' in order.change ? addRules(order, order.change.kind) : setState(order, order.change.state),
    onSuccess({ updated, undo }, order) {
      const domains = stillContacted(order);
      const actions =
        domains.length > 0
          ? [{ label: 'Clear contact date', onClick: () => void clearDates(queryClient, domains) }]
          : [];
      announce({ text: wordsFor(order, updated), updated, undo, actions });
    },
    onError: (error) => showToast('error', `The sites were not changed. ${error.message}`),
    onSettled: () => readAgain(queryClient),
  });
}

/** "golf.example set to “Kept”." */
function wordsFor(order: Order, updated: number): string {
  const { change } = order;
  const [one] = 'rows' in order && order.rows.length === updated ? order.rows : [];
  const what = updated === 1 && one ? one.domain : countOf(updated, 'site');
  return `${what} ${'kind' in change ? `added to “${kindNames[change.kind]}”` : `set to “${stateNames[change.state]}”`}.`;
}

const statesFromContactOn: readonly ProspectState[] = ['contacted', 'replied', 'linked', 'do_not_contact'];

/** Sites that keep the date of a contact although their new state knows of none: campaigns would still leave them out. */
function stillContacted(order: Order): string[] {
  if ('matching' in order || 'kind' in order.change || statesFromContactOn.includes(order.change.state)) return [];
  return order.rows.filter(({ contacted_at }) => contacted_at !== null).map(({ domain }) => domain);
}

async function clearDates(queryClient: QueryClient, domains: string[]) {
  try {
    await callApi('PATCH /data/prospects', { body: { domains, contacted_at: null }, timeoutMs });
    showToast('success', 'The contact date was cleared.');
  } catch (error) {
    showToast('error', `The contact date was not cleared. ${(error as Error).message}`);
  }
  await readAgain(queryClient);
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
