// Whether a page is about a keyword. Search engines drop rare words from a question, so their results may have nothing to do
// with it.

import { DENSE } from '../../../../shared/dense-scripts.ts';
import { cutWhole } from '../../cut-whole.ts';
import { FREQUENT } from '../../index/crawl/language.ts';
import { wordsWithin } from '../../index/search/word-pairs.ts';

/** Number of distinct words kept of a page. A long article has a thousand. */
const maxWords = 1_500;
const maxCharacters = 12_000;
const frequent = new Set(Object.values(FREQUENT).flatMap((words) => words.split(' ')));

/** The distinct words of a text, in order of appearance. */
export function distinctWords(text: string): string {
  return cutWhole([...new Set(wordsOf(text))].slice(0, maxWords).join(' '), maxCharacters);
}

/** True if at least half of the keyword's significant words are on the page; our own index searches the same way. */
export function isAbout(keyword: string, pageWords: string): boolean {
  const wanted = significantWords(keyword);
  return countFound(wanted, pageWords) >= wanted.length / 2;
}

/** Without words that every text has, unless there are no others. */
export function significantWords(text: string): string[] {
  const all = [...new Set(wordsOf(text).flatMap(wordsWithin))];
  const telling = all.filter((word) => !frequent.has(word) && (word.length > 2 || DENSE.test(word)));
  return telling.length > 0 ? telling : all;
}

/** How many of the words are among those of a page, which are lower case and separated by spaces. */
export function countFound(words: readonly string[], pageWords: string): number {
  const text = ` ${pageWords}`;
  return words.filter((word) => text.includes(DENSE.test(word) ? word : ` ${stemOf(word)}`)).length;
}

/** Cuts the ending off, so that "courses" also matches "course". */
const stemOf = (word: string) => word.slice(0, Math.max(4, word.length - 2));

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
