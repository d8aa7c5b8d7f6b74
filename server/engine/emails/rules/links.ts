// mailto: links with one or many addresses, percent-encoding, cc and bcc, and the forms that scripts turn into mailto links.
import { AREA, type PageFacts, type PageLink } from '../../pages/page-facts.ts';
import type { RawAddress } from '../address.ts';
import { decodePercent, readCloudflare, readSpip, readTypo3, rot13 } from '../decoding/decoders.ts';
import { scanAddresses, scanLink } from '../decoding/scan-addresses.ts';
import { spellOut } from '../decoding/spelled.ts';
import { evaluateStrings } from '../decoding/static-strings.ts';
import { isOpenToReaders } from '../hidden-elements.ts';

const NAMES_MAIL = /mail/i;
const IS_SCRIPT = /^\s*javascript:/i;

export function addressesInLinks(facts: PageFacts): RawAddress[] {
  const found: RawAddress[] = [];
  for (const link of facts.links) {
    const addresses = readHref(link.href);
    if (addresses.length === 0 || link.area & AREA.trap || !isOpenToReaders(facts, link.hiddenBy)) continue;
    for (const [address, rule] of addresses) {
      found.push({ address, rule, snippet: snippetOf(link), block: link.block, area: link.area });
    }
  }
  return found;
}

function snippetOf(link: PageLink): string {
  return `${link.text} (${link.href})`.slice(0, 160);
}

function readHref(href: string): [string, string][] {
  if (href.startsWith('#')) return href.includes('#mc#') ? pair(readSpip(href), 'spip') : [];
  // Most links end here. Two patterns are faster than one with both.
  if (!NAMES_MAIL.test(href) && !IS_SCRIPT.test(href)) return [];
  const scheme = /^\s*(?:https?:\/\/\S+\/)?(?:mailto|email):/i.exec(href);
  if (scheme) return readMailto(href.slice(scheme[0].length)).map((one) => [one, 'mailto']);
  const protectedPart = /\/cdn-cgi\/l\/email-protection#([0-9a-f]{6,})/i.exec(href)?.[1];
  if (protectedPart) return pair(readCloudflare(protectedPart), 'cfemail');
  return IS_SCRIPT.test(href) ? readJavascript(decodePercent(href)) : [];
}

/** Addresses of the part behind 'mailto:'. */
function readMailto(rest: string): string[] {
  const [to = '', query = ''] = rest.replace(/^\/\//, '').split('?', 2);
  const more = [...query.matchAll(/(?:^|&(?:amp;)?)(?:to|cc|bcc)=([^&]*)/gi)].map((match) => match[1] ?? '');
  return [to, ...more].flatMap((part) => {
    const text = decodePercent(decodePercent(part));
    const plain = scanLink(text).map((one) => one.address);
    if (plain.length > 0) return plain;
    const spelled = spellOut(text);
    if (spelled.length > 0) return spelled.map((one) => one.address);
    return /^[\w.+-]+~[\w-]+(?:\.[\w-]+)+$/.test(text) ? [text.replace('~', '@')] : [];
  });
}

function readJavascript(code: string): [string, string][] {
  const turned = /['"](znvygb:[^'"]+)['"]/i.exec(code)?.[1];
  if (turned) return readMailto(rot13(turned).slice(7)).map((one) => [one, 'rot13']);
  const typo3 = /UnCryptMailto\(\s*['"]([^'"]+)['"]/i.exec(code)?.[1];
  if (typo3) return pair(readTypo3(typo3.replace(/\\(.)/g, '$1')), 'typo3');
  return evaluateStrings(code).flatMap((text) =>
    scanAddresses(decodePercent(text)).map((one): [string, string] => [one.address, 'script']),
  );
}

function pair(address: string | null, rule: string): [string, string][] {
  return address === null ? [] : [[address, rule]];
}
