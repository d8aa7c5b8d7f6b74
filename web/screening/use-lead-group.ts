// The leads that are screened now: all of them, or one group. A lead stays in its place even if new signals move it to another
// group, so that nothing changes under the user's hands; leads that join the group come last. Only new weights, or choosing a
// group, sort the leads anew. Group and position are kept in the URL.
import { useEffect, useState } from 'react';
import type { Backlink } from '../../shared/backlink.ts';
import { groupFilterOf } from '../../shared/list-filter.ts';
import { type GroupFilter, groupFilters, type SignalName } from '../../shared/triage-values.ts';
import { changeAddress, readAddress, toIndex, toPlace } from '../ui/address.ts';

type Weights = ReadonlyMap<SignalName, number>;

interface View {
  readonly group: GroupFilter | null;
  readonly ids: readonly string[];
  readonly at: number;
  /** The weights of the signals seen so far. */
  readonly weights: Weights;
}

export interface LeadGroup {
  readonly group: GroupFilter | null;
  readonly leads: readonly Backlink[];
  readonly at: number;
  goTo(at: number): void;
  choose(group: GroupFilter | null): void;
}

/** `all`: every lead, in the order of screening. */
export function useLeadGroup(all: readonly Backlink[]): LeadGroup {
  const [stored, setView] = useState(() => arrive(all));
  const view = followLeads(stored, all);
  if (view !== stored) setView(view);
  const { at, group } = view;
  useEffect(() => {
    const place = toIndex(readAddress().get('lead'));
    // New weights have moved the lead.
    if (place !== undefined && place !== at) changeAddress({ lead: toPlace(at) });
  }, [at]);
  const byId = new Map(all.map((lead) => [lead.id, lead]));
  return {
    group,
    leads: view.ids.flatMap((id) => byId.get(id) ?? []),
    at,
    goTo(to) {
      changeAddress({ lead: toPlace(to) });
      setView((before) => ({ ...before, at: to }));
    },
    choose(next) {
      changeAddress({ group: next, lead: null });
      setView(viewOf(all, next));
    },
  };
}

function arrive(all: readonly Backlink[]): View {
  const query = readAddress();
  const view = viewOf(all, groupFilters.find((one) => one === query.get('group')) ?? null);
  return { ...view, at: toIndex(query.get('lead')) ?? view.at };
}

/** A group, at the lead with this id or the first undecided one. */
function viewOf(all: readonly Backlink[], group: GroupFilter | null, id?: string): View {
  const leads = membersOf(all, group);
  const at = leads.findIndex((lead) => lead.id === id);
  return { group, ids: leads.map((lead) => lead.id), at: at === -1 ? firstOpen(leads) : at, weights: weightsOf(all) };
}

/** The same view if nothing has changed. */
function followLeads(view: View, all: readonly Backlink[]): View {
  const weights = weightsOf(all);
  if ([...weights].some(([name, weight]) => (view.weights.get(name) ?? weight) !== weight)) {
    return view.group === null ? { ...view, weights } : viewOf(all, view.group, view.ids[view.at]);
  }
  const known = new Set(view.ids);
  const added = membersOf(all, view.group).flatMap(({ id }) => (known.has(id) ? [] : [id]));
  const isNew = [...weights.keys()].some((name) => !view.weights.has(name));
  if (added.length === 0 && !isNew) return view;
  return { ...view, ids: [...view.ids, ...added], weights: new Map([...view.weights, ...weights]) };
}

const membersOf = (all: readonly Backlink[], group: GroupFilter | null) =>
  group === null ? all : all.filter((lead) => groupFilterOf(lead) === group);

const weightsOf = (all: readonly Backlink[]): Weights =>
  new Map(all.flatMap(({ triage }) => triage?.signals.map(({ name, weight }) => [name, weight] as const) ?? []));

/** The next group that has leads; after the last one, all leads. */
export function groupAfter(group: GroupFilter | null, all: readonly Backlink[]): GroupFilter | null {
  const after = group === null ? 0 : groupFilters.indexOf(group) + 1;
  return groupFilters.slice(after).find((one) => membersOf(all, one).length > 0) ?? null;
}

/** The first other group with undecided leads, and their number. */
export function nextOpenGroup(group: GroupFilter | null, all: readonly Backlink[]) {
  const counted = groupFilters.map((one) => ({
    group: one,
    open: membersOf(all, one).filter(({ screened }) => !screened).length,
  }));
  return counted.find((one) => one.group !== group && one.open > 0);
}

/** The first undecided lead, or the end. */
export function firstOpen(leads: readonly Backlink[]): number {
  const place = leads.findIndex(({ screened }) => !screened);
  return place === -1 ? leads.length : place;
}
