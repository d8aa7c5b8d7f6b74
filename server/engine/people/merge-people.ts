// Merges what several rules and pages say about the same person; the first value of each field wins.

import { flatten } from '../authors/names/person-name.ts';
import type { FoundPerson } from './person.ts';
import { onePerNetwork } from './profiles.ts';

const MAX_EVIDENCE = 6;

export function mergePeople(people: readonly FoundPerson[]): FoundPerson[] {
  const merged = new Map<string, FoundPerson>();
  for (const person of people) {
    const key = flatten(person.name);
    const known = merged.get(key);
    merged.set(key, known === undefined ? person : join(known, person));
  }
  return [...merged.values()];
}

function join(known: FoundPerson, more: FoundPerson): FoundPerson {
  const evidence = [...known.evidence];
  for (const one of more.evidence) {
    const isNew = !evidence.some((other) => other.page === one.page && other.rule === one.rule);
    if (isNew && evidence.length < MAX_EVIDENCE) evidence.push(one);
  }
  const profiles = onePerNetwork([...(known.profiles ?? []), ...(more.profiles ?? [])]);
  return { ...more, ...known, ...(profiles.length > 0 ? { profiles } : {}), evidence };
}
