// Which languages to search a keyword in. A page is found by the stems of its own language, so each language costs a lookup:
// we search those with a real share of the pages, and those the keyword seems to be written in.

import { FREQUENT, searchConfig } from '../crawl/language.ts';

export interface KnownLanguage {
  /** PostgreSQL's text search configuration. */
  config: string;
  /** Pages indexed with it; null if not counted yet. */
  texts: number | null;
}

const REAL_SHARE = 0.01;

/** The languages of two indexes together. */
export function mergeLanguages(one: readonly KnownLanguage[], other: readonly KnownLanguage[]): KnownLanguage[] {
  const merged = new Map(one.map(({ config, texts }) => [config, texts]));
  for (const { config, texts } of other) {
    const before = merged.has(config) ? (merged.get(config) ?? null) : 0;
    merged.set(config, before === null || texts === null ? null : before + texts);
  }
  return [...merged].map(([config, texts]) => ({ config, texts }));
}

// Letters that few languages use. If several share a script or letter, all of them.
const LETTERS: readonly [RegExp, string][] = [
  [/\p{Script=Arabic}/u, 'ar'],
  [/\p{Script=Armenian}/u, 'hy'],
  [/\p{Script=Cyrillic}/u, 'ru sr'],
  [/\p{Script=Devanagari}/u, 'hi ne'],
  [/\p{Script=Greek}/u, 'el'],
  [/\p{Script=Hebrew}/u, 'yi'],
  [/\p{Script=Tamil}/u, 'ta'],
  [/[äöü]/u, 'de fi hu sv tr'],
  [/ß/u, 'de'],
  [/[åæø]/u, 'da no sv'],
  [/[ñ¿¡]/u, 'es eu'],
  [/[áéíóú]/u, 'ca es fr ga hu it nl pt'],
  [/[àâçèêëîïôœûù]/u, 'ca fr it pt ro'],
  [/[ìò]/u, 'ca it'],
  [/[ãõ]/u, 'pt'],
  [/[őű]/u, 'hu'],
  [/[ğışİ]/u, 'tr'],
  [/[ăâîșşțţ]/u, 'ro'],
  [/[ąčęėįšųūž]/u, 'lt sr'],
];

/** The configurations to search first, and the others that the index has pages in. */
export function chooseLanguages(
  keyword: string,
  known: readonly KnownLanguage[],
): { asked: string[]; others: string[] } {
  const all = known.reduce((sum, { texts }) => sum + (texts ?? 0), 0);
  const guessed = new Set(languagesOf(keyword).map(searchConfig));
  const isAsked = ({ config, texts }: KnownLanguage) =>
    texts === null || texts >= all * REAL_SHARE || guessed.has(config);
  return {
    asked: known.filter(isAsked).map(({ config }) => config),
    others: known.filter((one) => !isAsked(one) && one.texts !== 0).map(({ config }) => config),
  };
}

/** The languages a few words may be written in, by their letters and by words frequent in only one language. */
function languagesOf(keyword: string): string[] {
  const text = keyword.toLowerCase();
  const words = new Set(text.split(/[^\p{L}]+/u));
  const byLetters = LETTERS.flatMap(([letters, languages]) => (letters.test(text) ? languages.split(' ') : []));
  const byWords = Object.keys(FREQUENT).filter((language) =>
    FREQUENT[language]?.split(' ').some((word) => words.has(word)),
  );
  return [...byLetters, ...byWords];
}
