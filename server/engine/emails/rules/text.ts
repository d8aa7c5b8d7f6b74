// Addresses in visible text: written plainly, or spelled out.
import { getDomain } from 'tldts';
import { AREA, type PageFacts, type TextBlock } from '../../pages/page-facts.ts';
import { SIGN } from '../../pages/text-signs.ts';
import type { RawAddress } from '../address.ts';
import { type ScannedAddress, scanAddresses } from '../decoding/scan-addresses.ts';
import { spellOut } from '../decoding/spelled.ts';
import { isOpenToReaders } from '../hidden-elements.ts';
import { isHandle, type LinkedHandles, readLinkedHandles } from '../is-handle.ts';

/** What decides whether an address is one of the site, an example or a handle. */
interface Site {
  siteDomain: string | null;
  handles: LinkedHandles;
}

export function addressesInText(facts: PageFacts): RawAddress[] {
  const found: RawAddress[] = [];
  let site: Site | undefined;
  facts.blocks.forEach((shown, block) => {
    const { text, area, seams, signs, hiddenBy } = shown;
    if ((signs & (SIGN.at | SIGN.spelled)) === 0) return;
    if (area & AREA.trap || !isOpenToReaders(facts, hiddenBy)) return;
    for (const scanned of scanAddresses(text, seams)) {
      site ??= readSite(facts);
      const before = scanned.start > 0 ? text.slice(0, scanned.start) : (facts.blocks[block - 1]?.text ?? '');
      if (isForReaders(scanned, shown, before, site)) found.push(rawAddress(scanned, 'text', shown, block));
    }
    if (area & AREA.comments || !(signs & SIGN.spelled)) return;
    for (const spelled of spellOut(text)) found.push(rawAddress(spelled, 'spelled', shown, block));
  });
  return found;
}

function readSite(facts: PageFacts): Site {
  const siteDomain = getDomain(facts.url);
  return { siteDomain, handles: readLinkedHandles(facts, siteDomain) };
}

/** Addresses in panels opened by a click. */
export function addressesInPanels(facts: PageFacts): RawAddress[] {
  return facts.hiddenElements.flatMap(({ text, area }, index) => {
    if (!isOpenToReaders(facts, index)) return [];
    // Large menus show teasers of articles.
    const panel = { text, area: area & ~AREA.nav };
    return scanAddresses(text).map((scanned) => rawAddress(scanned, 'text in a panel', panel, -1));
  });
}

function isForReaders(scanned: ScannedAddress, block: TextBlock, before: string, site: Site): boolean {
  const { address, start } = scanned;
  if (isCode(block, scanned) && !isOwn(address, site)) return false;
  return !isInUrl(block.text, start) && !isHandle(address, before.slice(-40), site);
}

const CODE = /[{}]|=>|\(\)|;/;
/** Far more than a line. A block with thousands of addresses is not searched as a whole for each. */
const LINE = 500;
const around = (text: string, at: number) => text.slice(Math.max(0, at - LINE), at + LINE);

/** An address in code is an example, and so is a quoted one in a line that looks like code. */
function isCode({ text, area, code }: TextBlock, { start, end }: ScannedAddress): boolean {
  if (area & AREA.code) return true;
  for (let i = 0; i < code.length; i += 2)
    if (start >= (code[i] as number) && start < (code[i + 1] as number)) return true;
  return /['"`]/.test(text[start - 1] ?? '') && /['"`]/.test(text[end] ?? '') && CODE.test(around(text, start));
}

function isOwn(address: string, { siteDomain }: Site): boolean {
  return getDomain(address.slice(address.lastIndexOf('@') + 1)) === siteDomain;
}

/** 'https://lists.test/12345.abc@host.test': a message id in the path of a URL. */
function isInUrl(text: string, start: number): boolean {
  if (text[start - 1] !== '/') return false;
  return /:\/\/\S*$/.test(text.slice(Math.max(0, start - 200), start));
}

function rawAddress(
  { address, start, end }: ScannedAddress,
  rule: string,
  { text, area }: Pick<TextBlock, 'text' | 'area'>,
  block: number,
): RawAddress {
  return { address, rule, snippet: text.slice(Math.max(0, start - 60), end + 40), block, area };
}
