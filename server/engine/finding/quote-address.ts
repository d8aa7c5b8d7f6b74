// The sentence in which a page prints an address, for people to judge by.

import type { FoundAddress } from '../emails/address.ts';
import type { PageFacts } from '../pages/page-facts.ts';

const MAX_QUOTE = 200;
/** Text before an address that stands alone, such as the name above it. */
const MAX_BEFORE = 100;

/** The rule's own snippet where the address is not part of the page's text. */
export function quoteAddress({ blocks }: Pick<PageFacts, 'blocks'>, { address, evidence }: FoundAddress): string {
  const { block, snippet } = evidence;
  const text = blocks[block]?.text ?? '';
  const start = text.toLowerCase().indexOf(address.toLowerCase());
  if (start < 0) return snippet.slice(0, MAX_QUOTE);
  const sentence = sentenceAround(text, start, start + address.length);
  if (sentence.length > address.length + 3) return sentence;
  const before = blocks[block - 1]?.text.trim().slice(-MAX_BEFORE) ?? '';
  return before === '' ? sentence : `${before} … ${sentence}`.slice(0, MAX_QUOTE);
}

function sentenceAround(text: string, start: number, end: number): string {
  const before = text.slice(Math.max(0, start - MAX_QUOTE / 2), start);
  const after = text.slice(end, end + MAX_QUOTE / 2);
  // A sentence ends at a mark that is followed by a space.
  const from = Math.max(...[...before.matchAll(/[.!?]\s/g)].map(({ index }) => index + 2), 0);
  const stop = /[.!?](?=\s|$)/.exec(after);
  const rest = stop ? after.slice(0, stop.index + 1) : after;
  return `${before.slice(from)}${text.slice(start, end)}${rest}`.trim().slice(0, MAX_QUOTE);
}
