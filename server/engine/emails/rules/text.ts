// Addresses in visible text: written plainly, or spelled out.
import { AREA, type PageFacts } from '../../pages/page-facts.ts';
import { SIGN } from '../../pages/text-signs.ts';
import type { RawAddress } from '../address.ts';
import { scanAddresses } from '../decoding/scan-addresses.ts';
import { spellOut } from '../decoding/spelled.ts';
import { isOpenToReaders } from '../veils.ts';

export function addressesInText(facts: PageFacts): RawAddress[] {
  const found: RawAddress[] = [];
  facts.blocks.forEach(({ text, area, seams, signs, veil }, block) => {
    if ((signs & (SIGN.at | SIGN.spelled)) === 0) return;
    if (area & AREA.trap || !isOpenToReaders(facts, veil)) return;
    for (const { address, start, end } of scanAddresses(text, seams)) {
      if (!isCode(text, start, end)) found.push({ address, rule: 'text', snippet: around(text, start, end), block });
    }
    if (area & AREA.comments || !(signs & SIGN.spelled)) return;
    for (const { address, start, end } of spellOut(text)) {
      found.push({ address, rule: 'spelled', snippet: around(text, start, end), block });
    }
  });
  return found;
}

/** Addresses in panels opened by a click. */
export function addressesInPanels(facts: PageFacts): RawAddress[] {
  return facts.veils.flatMap(({ text }, index) => {
    if (!isOpenToReaders(facts, index)) return [];
    return scanAddresses(text).map(({ address, start, end }) => ({
      address,
      rule: 'text in a panel',
      snippet: around(text, start, end),
      block: -1,
    }));
  });
}

/** A quoted literal in a line of code is an example. */
function isCode(text: string, start: number, end: number): boolean {
  return /['"`]/.test(text[start - 1] ?? '') && /['"`]/.test(text[end] ?? '') && /[{}]|=>|\(\)|;/.test(text);
}

function around(text: string, start: number, end: number): string {
  return text.slice(Math.max(0, start - 60), end + 40);
}
