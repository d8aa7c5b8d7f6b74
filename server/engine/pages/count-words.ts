// How many words a text has. In scripts without spaces between words, the characters are counted.
import { FIRST_DENSE, isDense } from '../../../shared/dense-scripts.ts';

/** About, in these scripts. */
const CHARACTERS_PER_WORD = 2;

export function countWords(text: string): number {
  let words = 0;
  let dense = 0;
  let isInWord = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 32) isInWord = false;
    else if (code >= FIRST_DENSE && isDense(code)) {
      dense++;
      isInWord = false;
    } else if (code >= FIRST_DENSE && isWidePunctuation(code)) isInWord = false;
    else if (!isInWord) {
      words++;
      isInWord = true;
    }
  }
  return words + Math.ceil(dense / CHARACTERS_PER_WORD);
}

/** Of all blocks together. Stops at `enough`, so the number may be a little higher. */
export function countWordsIn(blocks: readonly { text: string }[], enough = Number.POSITIVE_INFINITY): number {
  let words = 0;
  for (const { text } of blocks) {
    words += countWords(text);
    if (words >= enough) break;
  }
  return words;
}

/** Stands between words like a space. */
const isWidePunctuation = (code: number): boolean =>
  (code >= 0x3000 && code < 0x3040) || (code >= 0xff00 && code < 0xff10) || (code >= 0xff1a && code < 0xff21);
