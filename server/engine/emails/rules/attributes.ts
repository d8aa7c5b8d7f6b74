// Addresses in attributes: Cloudflare, Joomla and TYPO3 codes, data-email, parts in data-user and data-domain.
import { AREA, type HiddenAddress, type PageFacts } from '../../pages/page-facts.ts';
import type { RawAddress } from '../address.ts';
import { decodePercent, fromBase64, readCloudflare, readTypo3, reverse, rot13 } from '../decoding/decoders.ts';
import { scanAddresses } from '../decoding/scan-addresses.ts';
import { spellOut } from '../decoding/spelled.ts';
import { evaluateStrings } from '../decoding/static-strings.ts';
import { isOpenToReaders } from '../hidden-elements.ts';
import { readRealAddress } from '../is-real.ts';

export function addressesInAttributes(facts: PageFacts): RawAddress[] {
  const found: RawAddress[] = [];
  facts.hidden.forEach((one, index) => {
    if (one.area & AREA.trap || !isOpenToReaders(facts, one.hiddenBy)) return;
    for (const [address, rule] of readAttribute(one, facts.hidden[index + 1])) {
      const snippet = `${one.name}="${one.value}"`.slice(0, 160);
      found.push({ address, rule, snippet, block: one.block, area: one.area });
    }
  });
  return found;
}

function readAttribute(one: HiddenAddress, next: HiddenAddress | undefined): [string, string][] {
  if (one.kind === 'cfemail') return list(readCloudflare(one.value), 'cfemail');
  if (one.kind === 'joomla')
    return list(
      one.value
        .split(' ')
        .map((part) => fromBase64(part) ?? '')
        .join('@'),
      'joomla',
    );
  if (one.name === 'data-mailto-token') return list(readTypo3(one.value, vectorOf(next)), 'typo3');
  if (one.name === 'onclick') {
    const spip = /mc_lancerlien\(\s*['"]([^'"]+)['"]\s*,\s*['"]([^'"]+)['"]/.exec(one.value);
    if (spip) return list(`${spip[1]}@${spip[2]}`, 'spip');
    const texts = evaluateStrings(one.value).flatMap((text) => scanAddresses(text).map((found) => found.address));
    return texts.map((text) => [text, 'script']);
  }
  if (areParts(one, next)) return list(`${one.value}@${next?.value}`, 'attribute parts');
  return /mail|enc|addr/.test(one.name) ? readMailAttribute(one.value) : [];
}

const LOCAL_PART = /^(?:data-)?(?:e?mail-?)?(?:user|name|local|part-?1|first|account|u)$/;
const DOMAIN_PART = /^(?:data-)?(?:e?mail-?)?(?:domain|host|part-?2|last|d)$/;

/** Two attributes of one element, named like the parts of an address. Players and trackers have a user and a host too. */
function areParts(one: HiddenAddress, next: HiddenAddress | undefined): boolean {
  return next?.element === one.element && LOCAL_PART.test(one.name) && DOMAIN_PART.test(next.name);
}

function vectorOf(next: HiddenAddress | undefined): number | undefined {
  const vector = next?.name === 'data-mailto-vector' ? Number(next.value) : Number.NaN;
  return Number.isInteger(vector) ? vector : undefined;
}

/** Tries each way of hiding in turn; the first real address wins. */
function readMailAttribute(value: string): [string, string][] {
  const forms: [string, string][] = [
    [decodePercent(value), 'attribute'],
    // The WordPress plugin Email Encoder replaces the @ after encoding.
    [rot13(value.replace(/\[at\]/gi, '@')), 'rot13'],
    [reverse(value), 'reversed'],
    [fromBase64(value) ?? '', 'base64'],
  ];
  for (const [text, rule] of forms) {
    const plain = scanAddresses(text).map((one) => one.address);
    const spelled = spellOut(text).map((one) => one.address);
    const real = [...plain, ...spelled].filter((address) => readRealAddress(address, true) !== null);
    if (real.length > 0) return real.map((address) => [address, rule]);
  }
  return [];
}

function list(address: string | null, rule: string): [string, string][] {
  return address === null ? [] : [[address, rule]];
}
