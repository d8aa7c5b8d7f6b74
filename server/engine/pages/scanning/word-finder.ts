// Finds which of many short words occur in a text, in one walk over its letters. Used as a first test that most texts fail. Words come
// in groups, each a bit, so that the answer says which tests to run next.
import { compileWords, type WordGroups } from './word-automaton.ts';

export interface WordFinder {
  /** The groups of all words in codes[start..end], ignoring case; 0 if there are none. */
  inCodes(codes: Uint16Array, start: number, end: number): number;
  inText(text: string): number;
}

/** Lower-case words; `#` before or after a word is a boundary: anything but an ASCII letter, digit or underscore. */
export function createWordFinder(groups: WordGroups): WordFinder {
  const { classes, edge, steps, shift, found } = compileWords(groups, /\w/);
  const first = steps[edge] as number;

  return {
    inCodes(codes, start, end) {
      let state = first;
      let bits = 0;
      for (let at = start; at < end; at++) {
        state = steps[(state << shift) + (classes[codes[at] as number] as number)] as number;
        bits |= found[state] as number;
      }
      return bits | (found[steps[(state << shift) + edge] as number] as number);
    },
    inText(text) {
      let state = first;
      let bits = 0;
      for (let at = 0; at < text.length; at++) {
        state = steps[(state << shift) + (classes[text.charCodeAt(at)] as number)] as number;
        bits |= found[state] as number;
      }
      return bits | (found[steps[(state << shift) + edge] as number] as number);
    },
  };
}

/** Tells whether a text has any of these words, ignoring case. */
export function createWordTest(words: readonly string[]): (text: string) => boolean {
  const finder = createWordFinder([[1, words]]);
  return (text) => finder.inText(text) !== 0;
}
