// Whose address is it if its local part doesn't tell: the person whose name stands with it, on a page that says so clearly.
import { flatten, readPersonName } from '../authors/names/person-name.ts';
import type { FoundAddress } from './address.ts';
import { type AddressedPage, isAtSite, NEAR_BLOCKS, type PersonOnPage } from './addressed-page.ts';
import { isSharedMailbox } from './classify.ts';

/** Labels of addresses at which someone else answers: advertisers' contacts, press offices, hosts, agencies, data protection. */
const FOR_OTHERS =
  /\b(?:ad(?:s|vert)|sponsor|publicit|publicid|pubblicit|werb|anzeigen|reklam|press|prensa|stampa|imprensa|pers\b|host(?:ing|er)|h[ée]berg|privacy|datenschutz|gdpr|rgpd|rodo|webmaster|web ?design|agen[ct]|agenzia)|реклам|広告|广告/i;

/** A line about one person has few parts; a long text is not read to its end. */
const MAX_PARTS = 10;

/** How a page arranges names and addresses: each address below its name, or above it. */
type Order = 'below' | 'above';

interface Name {
  at: number;
  /** Undefined if several people are named there. */
  person: PersonOnPage | undefined;
}

interface Spot {
  found: FoundAddress;
  at: number;
  /** By the local part. */
  owner: PersonOnPage | undefined;
}

/** The owners of addresses that `byName`, in the same order, knows none for. At most one address per person, and nobody twice. */
export function ownersByPlace(
  addresses: readonly FoundAddress[],
  byName: readonly (PersonOnPage | undefined)[],
  people: readonly PersonOnPage[],
  page: AddressedPage,
): Map<FoundAddress, PersonOnPage> {
  const names = namesOf(people);
  if (names.length === 0) return new Map();
  const spots = addresses.flatMap((found, i): Spot[] => {
    const isPlaced = found.kind !== 'generic' && found.evidence.block >= 0;
    return isPlaced ? [{ found, at: placeOf(found, page), owner: byName[i] }] : [];
  });
  const order = orderOf(names, spots);
  const taken = new Set(byName);
  const closest = new Map<PersonOnPage, { distance: number; found: FoundAddress | undefined }>();
  for (const { found, at, owner } of spots) {
    const name = owner ? undefined : nameFor(at, names, order);
    if (!name?.person || taken.has(name.person)) continue;
    const distance = Math.abs(name.at - at);
    if (distance > NEAR_BLOCKS || namesAnother(name.person, [name.at, at], page) || !mayBePersons(found, page))
      continue;
    const rival = closest.get(name.person)?.distance ?? Number.POSITIVE_INFINITY;
    // Of two addresses in one place, either may be someone else's.
    if (distance <= rival) closest.set(name.person, { distance, found: distance < rival ? found : undefined });
  }
  return new Map([...closest].flatMap(([person, { found }]) => (found ? [[found, person]] : [])));
}

function namesOf(people: readonly PersonOnPage[]): Name[] {
  const named = new Map<number, PersonOnPage | undefined>();
  for (const person of people) {
    if (person.block !== undefined) named.set(person.block, named.has(person.block) ? undefined : person);
  }
  return [...named].map(([at, person]) => ({ at, person })).sort((a, b) => a.at - b.at);
}

/** An icon or attribute without text of its own has the index of the block that follows it, which may be the next person's. */
function placeOf({ evidence: { block, snippet } }: FoundAddress, { blocks }: AddressedPage): number {
  const hasNoText = snippet.startsWith(' (') || /^[\w-]+="/.test(snippet);
  return hasNoText && !blocks?.[block]?.text.includes('[email') ? block - 0.5 : block;
}

/**
 * Undefined if the page does not say. Names come first unless every name has an address above it and the last has none below. If only
 * the first name has none above it, either the first person has no address or the last one. One address between two names shows no order.
 */
function orderOf(names: readonly Name[], spots: readonly Spot[]): Order | undefined {
  const isNear = (at: number, name: number) => Math.abs(at - name) <= NEAR_BLOCKS;
  const known = spots.flatMap(({ at, owner }) =>
    owner?.block !== undefined && isNear(at, owner.block) ? at - owner.block : [],
  );
  const [areAbove, areBelow] = [known.some((distance) => distance < 0), known.some((distance) => distance > 0)];
  if (areBelow) return areAbove ? undefined : 'below';
  const [isFirstBelowOne = false, ...areOthersBelowOne] = names.map((name, i) =>
    spots.some(({ at }) => at < name.at && at > (names[i - 1]?.at ?? Number.NEGATIVE_INFINITY) && isNear(at, name.at)),
  );
  const last = names.at(-1)?.at ?? 0;
  const endsBelow = spots.some(({ at }) => at > last && isNear(at, last));
  const mayBeAbove = areOthersBelowOne.every(Boolean) && !endsBelow;
  if (areAbove || isFirstBelowOne) return isFirstBelowOne && mayBeAbove ? 'above' : undefined;
  return mayBeAbove && names.length > 2 ? undefined : 'below';
}

function nameFor(at: number, names: readonly Name[], order: Order | undefined): Name | undefined {
  const beside = names.find((name) => name.at === at);
  if (beside || order === undefined) return beside;
  return order === 'below' ? names.findLast((name) => name.at < at) : names.find((name) => name.at > at);
}

/** Whether someone else, who need not be known to work there, is named between the two places or beside the address. */
function namesAnother({ name }: PersonOnPage, [from, to]: [number, number], { blocks = [] }: AddressedPage): boolean {
  const [start, end] = from < to ? [from + 1, Math.ceil(to)] : [Math.floor(to) + 1, from];
  const beside = blocks[to]?.text.split(/[,:|(–—·]/, MAX_PARTS) ?? [];
  const texts = [...blocks.slice(start, end).map(({ text }) => text), ...beside];
  const others = texts.flatMap((text) => readPersonName(text) ?? []);
  return others.some((other) => other.trust === 1 && flatten(other.name) !== flatten(name));
}

/** How much of the text before an address says what it is for. */
const LABEL_CHARACTERS = 60;

/** At the site's domain or a public email service, and not said to be for something else. Elsewhere it may be a host's or an agency's. */
function mayBePersons({ address, kind, evidence: { block } }: FoundAddress, page: AddressedPage): boolean {
  const { blocks } = page;
  const isPersonal = isAtSite(address, page) || (kind === 'webmail' && !isSharedMailbox(address.replace(/@.*/, '')));
  const [above = '', own = ''] = [blocks?.[block - 1]?.text, blocks?.[block]?.text];
  const [before = ''] = own.toLowerCase().split(address, 1);
  const label = `${above.endsWith(':') ? above : ''} ${before.slice(-LABEL_CHARACTERS)}`;
  return isPersonal && !FOR_OTHERS.test(label);
}
