// Whether a page is about a keyword. Search engines leave out words of a question that hardly any page has, so what they
// answer may have nothing to do with it.
import { FREQUENT } from '../../index/crawl/language.ts';

/** Of a page: the first of its distinct words. A long article has a thousand. */
const maxWords = 1_500;
const maxCharacters = 12_000;
const frequent = new Set(Object.values(FREQUENT).flatMap((words) => words.split(' ')));
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** The words of a text, each once, in the order in which they first appear. */
export function distinctWords(text: string): string {
  return [...new Set(wordsOf(text))].slice(0, maxWords).join(' ').slice(0, maxCharacters);
}

/** At least half of the keyword's telling words are on the page, as for a search in our own index. */
export function isAbout(keyword: string, pageWords: string): boolean {
  const all = [...new Set(wordsOf(keyword))];
  const telling = all.filter((word) => !frequent.has(word) && (word.length > 2 || unspaced.test(word)));
  const wanted = telling.length > 0 ? telling : all;
  const text = ` ${pageWords}`;
  const there = wanted.filter((word) => text.includes(unspaced.test(word) ? word : ` ${stemOf(word)}`));
  return there.length >= wanted.length / 2;
}

/** Without its ending: "courses" is also found as "course". */
const stemOf = (word: string) => word.slice(0, Math.max(4, word.length - 2));

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
