// Whose address is it? The local part usually tells; otherwise the name right next to the address.
import { domainOf } from '../pages/page-url.ts';
import type { FoundAddress } from './address.ts';
import { joinedForms, type NamedPerson } from './ascii-names.ts';
import { patternOf } from './patterns.ts';

export interface PersonOnPage extends NamedPerson {
  name: string;
  /** The block with the name, if known. */
  block?: number;
}

/** Where the addresses were found. */
export interface AddressedPage {
  /** Domains at which the site's people receive email. */
  domains: readonly string[];
  /** The text of the page; without it, the snippets of the addresses have to do. */
  blocks?: readonly { text: string }[];
}

/** Further apart than this, a name and an address need not belong together. */
const NEAR_BLOCKS = 3;

/** How much of the name the local part has. Less than both names may be someone else's. */
const SCORE = { initials: 1, first: 1, last: 2, both: 3, exact: 4 } as const;

/** The same addresses with their owners, if exactly one person matches. Shared mailboxes have none. */
export function assignOwners(
  addresses: readonly FoundAddress[],
  people: readonly PersonOnPage[],
  page: AddressedPage,
): FoundAddress[] {
  const byName = addresses.map((found) => bestByName(found, people, page));
  const taken = new Set(byName.map((person) => person?.name));
  const rest = people.filter(({ name }) => !taken.has(name));
  return addresses.map((found, i) => {
    const owner = found.kind === 'generic' ? undefined : (byName[i] ?? nearest(found, rest));
    return owner === undefined ? found : { ...found, owner: owner.name };
  });
}

function bestByName(
  found: FoundAddress,
  people: readonly PersonOnPage[],
  page: AddressedPage,
): PersonOnPage | undefined {
  const scored = people
    .map((person) => ({ person, score: nameScore(found.address, person) }))
    .filter(({ person, score }) => score >= SCORE.both || (score > 0 && isAtHome(found, person, page)));
  scored.sort((a, b) => b.score - a.score);
  const [best, second] = scored;
  return best && (!second || second.score < best.score) ? best.person : undefined;
}

/** Elsewhere, sarah@ is any Sarah, unless the page prints the whole name next to it. */
function isAtHome({ address, evidence }: FoundAddress, { name }: PersonOnPage, page: AddressedPage): boolean {
  if (page.domains.includes(domainOf(`http://${address.slice(address.lastIndexOf('@') + 1)}`))) return true;
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
