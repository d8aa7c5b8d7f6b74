// Addresses that a page states for machines: JSON-LD, <meta name=email>, <link rel=author>, and scripts that assemble them.

import { readJsonLd, textsOf } from '../../pages/json-ld.ts';
import type { PageFacts } from '../../pages/page-facts.ts';
import { decodeText } from '../../pages/scanning/attributes.ts';
import type { RawAddress } from '../address.ts';
import { decodePercent, rot13 } from '../decoding/decoders.ts';
import { scanAddresses } from '../decoding/scan-addresses.ts';
import { spellOut } from '../decoding/spelled.ts';
import { evaluateStrings } from '../decoding/static-strings.ts';

/** Read from structured data that cannot be parsed even leniently. */
const STATED_EMAIL = /["']email["']\s*:\s*["']([^"'\n]{5,200})["']/gi;

export function addressesInJsonLd(facts: PageFacts): RawAddress[] {
  if (!facts.jsonLd.some((block) => /"email"|@|\[at\]/i.test(block))) return [];
  const found: RawAddress[] = [];
  const { nodes, broken } = readJsonLd(facts.jsonLd);
  for (const { node, types } of nodes) {
    const where = [...types, ...textsOf(node.name)].join(' ');
    for (const email of textsOf(node.email)) found.push(...readText(decodeText(email), 'json-ld', where));
    if (types.includes('person'))
      for (const about of textsOf(node.description)) found.push(...readText(about, 'json-ld', where));
  }
  for (const block of broken)
    for (const [, email = ''] of block.matchAll(STATED_EMAIL)) found.push(...readText(email, 'json-ld', 'broken'));
  return found;
}

export function addressesInMeta(facts: PageFacts): RawAddress[] {
  const found: RawAddress[] = [];
  for (const [name, contents] of facts.meta) {
    if (!/e-?mail|reply-to/.test(name)) continue;
    for (const content of contents) found.push(...readText(decodePercent(content), 'meta', name));
  }
  for (const { rel, href } of facts.linkRels) {
    if (/^mailto:/i.test(href)) found.push(...readText(decodePercent(href.slice(7)), 'link', rel));
  }
  return found;
}

/** How scripts assemble an address. "@type" and other names of data are not parts of one. */
const JOINS_ADDRESS =
  /&#0*64;|&#[xX]0*40;|@['"]|['"]@(?:['"]|[\w-]+(?:\.|['"]\s*\+))|%40|\\[xX]40|\\u0040|atob\s*\(|[rR]ot13|ROT13|UnCrypt|mcrypt/;
/** Every match of the pattern has one of these, and looking for plain texts is faster. */
const SIGNS = ['@', '%40', '&#', '\\x40', '\\X40', '\\u0040', 'atob', 'ot13', 'OT13', 'UnCrypt', 'mcrypt'];
const MAX_SCRIPTS = 60;

export function addressesInScripts(facts: PageFacts): RawAddress[] {
  const scripts = facts.scripts.filter(joinsAddress);
  return scripts
    .slice(0, MAX_SCRIPTS)
    .flatMap((script) => [
      ...evaluateStrings(script).flatMap((text) => readText(plain(text), 'script', text.slice(0, 80))),
      ...turnedTexts(script).flatMap((text) => readText(text, 'rot13', 'script')),
    ]);
}

/** Few scripts do, and evaluating one takes far longer than these tests. */
function joinsAddress(script: string): boolean {
  if (script.includes('fromCharCode') && /@|\b(?:64|0x40)\b/.test(script)) return true;
  if (!SIGNS.some((sign) => script.includes(sign))) return false;
  return JOINS_ADDRESS.test(script) || (script.includes('@') && /mailto|\.reverse\(/i.test(script));
}

function plain(text: string): string {
  return decodeText(decodePercent(text)).replace(/[<>"']/g, ' ');
}

/** Literals of a script that decodes rot13. */
function turnedTexts(script: string): string[] {
  if (!/rot13|\+\s*13\b/i.test(script)) return [];
  const literals = [...script.matchAll(/(["'])([^"'\n]{1,200}@[^"'\n]{3,200})\1/g)].slice(0, 50);
  return literals.map((match) => plain(rot13(match[2] ?? '')));
}

function readText(text: string, rule: string, where: string): RawAddress[] {
  const all = [...scanAddresses(text), ...spellOut(text)];
  const snippet = `${where}: ${text.slice(0, 160)}`.slice(0, 160);
  return all.map(({ address }) => ({ address, rule, snippet, block: -1, area: 0 }));
}
