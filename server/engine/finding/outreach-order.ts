// Who comes first when a site is written to: the author, then people by their position, in the order of the campaign.

import { type FallbackStep, stepOfRole } from '../../../shared/outreach-values.ts';
import { roleOf } from '../people/roles.ts';
import type { SeenAddress, SitePerson } from './site-study.ts';

/** The step at which the person is looked for; null if the position says nothing about outreach. */
export function stepOfPerson({ position }: Pick<SitePerson, 'position'>): FallbackStep | null {
  const role = roleOf(position);
  return role && stepOfRole[role];
}

/** Whether the order leaves a place for the person: it may leave out the step of their role. */
export function isWanted(person: Pick<SitePerson, 'isAuthor' | 'position'>, order: readonly FallbackStep[]): boolean {
  const step = stepOfPerson(person);
  return person.isAuthor || step === null || order.includes(step);
}

/** Authors, then people by step, then everybody else; otherwise in their given order. */
export function orderPeople<Person extends Pick<SitePerson, 'isAuthor' | 'position'>>(
  people: readonly Person[],
  order: readonly FallbackStep[],
): Person[] {
  const ranks = new Map(people.map((person) => [person, rankOfPerson(person, order)]));
  return people.toSorted((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0));
}

/** Lower comes first. */
export function rankOfPerson(
  person: Pick<SitePerson, 'isAuthor' | 'position'>,
  order: readonly FallbackStep[],
): number {
  if (person.isAuthor) return -1;
  const step = stepOfPerson(person);
  const place = step === null ? -1 : order.indexOf(step);
  return place >= 0 ? place : rankOfOthers(order);
}

/**
 * An address without an owner: a shared mailbox has a step of its own, and comes last if the order leaves that out. Only one at a
 * public email service comes later, because anybody may have it.
 */
export function rankOfAddress({ kind }: Pick<SeenAddress, 'kind'>, order: readonly FallbackStep[]): number {
  if (kind === 'personal') return rankOfOthers(order);
  if (kind === 'webmail') return order.length + 1;
  const place = order.indexOf('generic');
  return place >= 0 ? place : order.length;
}

/** After the last step that finds people. */
function rankOfOthers(order: readonly FallbackStep[]): number {
  return order.findLastIndex((step) => step !== 'generic' && step !== 'form') + 0.5;
}
