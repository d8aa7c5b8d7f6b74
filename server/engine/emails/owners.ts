// Whose address is it? The local part usually tells; otherwise the name right next to the address.
import type { FoundAddress } from './address.ts';
import { joinedForms, type NamedPerson } from './ascii-names.ts';
import { patternOf } from './patterns.ts';

export interface PersonOnPage extends NamedPerson {
  name: string;
  /** The block with the name, if known. */
  block?: number;
}

/** Further apart than this, a name and an address need not belong together. */
const NEAR_BLOCKS = 3;

/** The same addresses with their owners, if exactly one person matches. Shared mailboxes have none. */
export function assignOwners(addresses: readonly FoundAddress[], people: readonly PersonOnPage[]): FoundAddress[] {
  const byName = addresses.map(({ address }) => bestByName(address, people));
  const taken = new Set(byName.map((person) => person?.name));
  const rest = people.filter(({ name }) => !taken.has(name));
  return addresses.map((found, i) => {
    const owner = found.kind === 'generic' ? undefined : (byName[i] ?? nearest(found, rest));
    return owner === undefined ? found : { ...found, owner: owner.name };
  });
}

function bestByName(address: string, people: readonly PersonOnPage[]): PersonOnPage | undefined {
  const scored = people
    .map((person) => ({ person, score: nameScore(address, person) }))
    .filter(({ score }) => score > 0);
  scored.sort((a, b) => b.score - a.score);
  const [best, second] = scored;
  return best && (!second || second.score < best.score) ? best.person : undefined;
}

/** 3: made of the whole name; 2: holds the last name; 1: only the first name. 0: nothing in common. */
function nameScore(address: string, person: NamedPerson): number {
  const pattern = patternOf(address, person);
  if (pattern === 'first') return 1;
  if (pattern === 'fl') return 1;
  if (pattern) return pattern === 'last' ? 2 : 3;
  const local = address.slice(0, address.lastIndexOf('@')).replace(/[^a-z]/g, '');
  return joinedForms(person.lastName).some((last) => last.length > 3 && local.includes(last)) ? 2 : 0;
}

function nearest(found: FoundAddress, people: readonly PersonOnPage[]): PersonOnPage | undefined {
  const { block } = found.evidence;
  if (block < 0) return undefined;
  const near = people
    .filter((person) => person.block !== undefined && Math.abs(person.block - block) <= NEAR_BLOCKS)
    .map((person) => ({ person, distance: Math.abs((person.block ?? 0) - block) }))
    .sort((a, b) => a.distance - b.distance);
  const [best, second] = near;
  return best && (!second || second.distance > best.distance) ? best.person : undefined;
}
