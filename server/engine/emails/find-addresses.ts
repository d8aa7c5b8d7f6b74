// All addresses a page shows its readers, without duplicates, with the evidence of the rule that found each first.
import { detach } from '../pages/detach.ts';
import { AREA, type PageFacts } from '../pages/page-facts.ts';
import { type AddressPlace, addressPlaces, type FoundAddress, type RawAddress } from './address.ts';
import { classifyAddress } from './classify.ts';
import { rot13 } from './decoding/decoders.ts';
import { readRealAddress } from './is-real.ts';
import { addressesInAttributes } from './rules/attributes.ts';
import { addressesInJsonLd, addressesInMeta, addressesInScripts } from './rules/data.ts';
import { addressesInLinks } from './rules/links.ts';
import { addressesInPanels, addressesInText } from './rules/text.ts';

type Rule = (facts: PageFacts) => RawAddress[];

const RULES: readonly Rule[] = [
  addressesInLinks,
  addressesInText,
  addressesInPanels,
  addressesInAttributes,
  addressesInScripts,
  addressesInJsonLd,
  addressesInMeta,
];

const MAX_ADDRESSES = 300;

/** The addresses on a page, in the order of the rules. Never throws on any page. */
export function findAddresses(facts: PageFacts): FoundAddress[] {
  const found = new Map<string, FoundAddress>();
  const isLocal = URL.parse(facts.url)?.hostname.endsWith('.localhost') ?? false;
  for (const rule of RULES) {
    for (const raw of rule(facts)) {
      const address = readRealAddress(raw.address, isLocal);
      const known = address === null ? undefined : found.get(address);
      // What is not in text says nothing about the place of what is.
      if (address === null || (known && raw.block < 0)) continue;
      const place = placeOf(raw.area);
      if (known && known.place !== 'comments') known.place = firstOf(known.place, place);
      // A reader may have repeated the address: another place says more.
      else if (known ? place !== 'comments' : found.size < MAX_ADDRESSES) {
        const { rule: name, snippet, block } = raw;
        const evidence = { rule: name, snippet: detach(snippet), block };
        found.set(address, { address: detach(address), kind: classifyAddress(address), place, evidence });
      }
    }
  }
  return [...found.values()].filter((one) => !isShadow(one, found));
}

function placeOf(area: number): AddressPlace {
  if (area & AREA.comments) return 'comments';
  if (area & (AREA.article | AREA.related)) return 'article';
  return area & (AREA.nav | AREA.footer | AREA.aside) ? 'frame' : 'page';
}

function firstOf(a: AddressPlace, b: AddressPlace): AddressPlace {
  return addressPlaces.indexOf(a) < addressPlaces.indexOf(b) ? a : b;
}

/** The same address with a word attached, cut at an apostrophe, or still in rot13: another rule has read it correctly. */
function isShadow({ address, evidence }: FoundAddress, found: Map<string, FoundAddress>): boolean {
  if (evidence.rule !== 'text') return false;
  if (found.get(rot13(address))?.evidence.rule === 'rot13') return true;
  for (const other of found.keys()) if (other.endsWith(`'${address}`)) return true;
  for (let start = 1; start < address.indexOf('@'); start++) {
    const other = found.get(address.slice(start));
    if (other && other.evidence.rule !== 'text' && other.evidence.block === evidence.block) return true;
  }
  return false;
}
