import { AREA, type PageFacts } from './page-facts.ts';

// "You need to enable JavaScript" and a cookie notice stay below this; the shortest real pages do not.
const FEW_WORDS = 50;

/** Whether the page has almost no text: an empty shell that scripts may fill, or a login. */
export function hasFewWords({ blocks }: Pick<PageFacts, 'blocks'>): boolean {
  let words = 0;
  for (const { area, text } of blocks) {
    if ((area & (AREA.noscript | AREA.hidden)) === 0) words += text.split(' ').length;
    if (words >= FEW_WORDS) return false;
  }
  return true;
}
