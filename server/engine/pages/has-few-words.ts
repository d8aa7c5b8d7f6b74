import { countWordsIn } from './count-words.ts';
import { AREA, type PageFacts } from './page-facts.ts';

// "You need to enable JavaScript" and a cookie notice stay below this; the shortest real pages do not.
const FEW_WORDS = 50;

/** Whether the page has almost no text: an empty shell that scripts may fill, or a login. */
export function hasFewWords({ blocks }: Pick<PageFacts, 'blocks'>): boolean {
  const shown = blocks.filter(({ area }) => (area & (AREA.noscript | AREA.hidden)) === 0);
  return countWordsIn(shown, FEW_WORDS) < FEW_WORDS;
}
