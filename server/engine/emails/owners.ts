// Whose address is it? The local part usually tells; otherwise the name that stands with it (owners-by-place.ts).
import type { FoundAddress } from './address.ts';
import { type AddressedPage, isAtSite, NEAR_BLOCKS, type PersonOnPage } from './addressed-page.ts';
import { joinedForms, type NamedPerson } from './ascii-names.ts';
import { ownersByPlace } from './owners-by-place.ts';
import { patternOf } from './patterns.ts';

/** How much of the name the local part has. Less than both names may be someone else's, and initials a department's. */
const SCORE = { initials: 1, first: 2, last: 3, both: 4, exact: 5 } as const;

/** The same addresses with their owners, if exactly one person matches. Shared mailboxes have none. */
export function assignOwners(
  addresses: readonly FoundAddress[],
  people: readonly PersonOnPage[],
  page: AddressedPage,
): FoundAddress[] {
  const byName = addresses.map((found) => (found.kind === 'generic' ? undefined : bestByName(found, people, page)));
  const byPlace = ownersByPlace(addresses, byName, people, page);
  return addresses.map((found, i) => {
    const owner = byName[i] ?? byPlace.get(found);
    if (owner) return { ...found, owner: owner.name };
    // Two letters without an owner stand for a department.
    return found.kind === 'personal' && found.address.indexOf('@') === 2 ? { ...found, kind: 'generic' } : found;
  });
}

function bestByName(
  found: FoundAddress,
  people: readonly PersonOnPage[],
  page: AddressedPage,
): PersonOnPage | undefined {
  const scored = people
    .map((person) => ({ person, score: nameScore(found.address, person) }))
    .filter(
      ({ person, score }) =>
        score >= SCORE.both ||
        (score > SCORE.initials && isAtSite(found.address, page)) ||
        (score > 0 && isNamedNearby(found, person, page)),
    );
  scored.sort((a, b) => b.score - a.score);
  const [best, second] = scored;
  return best && (!second || second.score < best.score) ? best.person : undefined;
}

/** Elsewhere, sarah@ is any Sarah, unless the page prints the whole name next to it. */
function isNamedNearby({ address, evidence }: FoundAddress, { name }: PersonOnPage, page: AddressedPage): boolean {
  const { block, snippet } = evidence;
  const near = block < 0 ? [] : (page.blocks?.slice(Math.max(0, block - NEAR_BLOCKS), block + NEAR_BLOCKS + 1) ?? []);
  return [snippet, ...near.map(({ text }) => text)].some((text) =>
    text.toLowerCase().replaceAll(address, '').includes(name.toLowerCase()),
  );
}

function nameScore(address: string, person: NamedPerson): number {
  const local = address.slice(0, address.lastIndexOf('@')).replace(/[._-]*\d+$/, '');
  const pattern = patternOf(`${local}@`, person);
  if (pattern === null) return scoreOfWords(local.split(/[^a-z]+/).filter(Boolean), person);
  if (pattern === 'first' || pattern === 'last') return SCORE[pattern];
  return pattern === 'fl' ? SCORE.initials : SCORE.exact;
}

/** The last name must be a word of its own, 'jane.m.ward', or joined to the first, 'janewardwrites': 'awards' is no one's. */
function scoreOfWords(words: readonly string[], { firstName, lastName }: NamedPerson): number {
  const [firsts, lasts] = [joinedForms(firstName), joinedForms(lastName)];
  const isJoined = (first: string, last: string) =>
    last.length > 3 && words.some((word) => word.startsWith(first + last) || word.startsWith(last + first));
  if (firsts.some((first) => lasts.some((last) => isJoined(first, last)))) return SCORE.both;
  const ofLast = new Set(lasts.flatMap((last) => last.split('-')));
  const [given = '', ...others] = words.filter((word) => !ofLast.has(word));
  if (given === '' || others.length + 1 === words.length) return 0;
  if (firsts.some((first) => given === first || given === first[0])) return SCORE.both;
  // Maggie may be Marguerite, but Kate isn't Jane.
  return firsts.some((first) => given[0] === first[0]) ? SCORE.last : 0;
}
