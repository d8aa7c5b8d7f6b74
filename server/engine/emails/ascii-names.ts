// How names are written in addresses: lower-case ASCII, accents folded, umlauts also spelled out.

import { memoizeTexts } from '../memoize-texts.ts';

export interface NamedPerson {
  firstName: string;
  lastName: string;
}

const SPELLED: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss', ø: 'oe', å: 'aa', æ: 'ae', œ: 'oe' };
const FOLDED: Record<string, string> = { ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' };

/** The forms of one name, most usual first; empty when the script is not Latin. */
function asciiForms(name: string): string[] {
  const lower = name.toLowerCase().normalize('NFC');
  const folded = fold(replaceEach(lower, FOLDED));
  const spelled = fold(replaceEach(replaceEach(lower, SPELLED), FOLDED));
  return [...new Set([folded, spelled])].filter((form) => /^[a-z]+(?:[ -][a-z]+)*$/.test(form));
}

function replaceEach(text: string, by: Record<string, string>): string {
  return text.replace(/[^a-z]/g, (letter) => (Object.hasOwn(by, letter) ? (by[letter] ?? letter) : letter));
}

function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^a-z\s-]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

const KEPT_NAMES = 2_000;

/** Ways to write a name of several words: joined, hyphenated, only the last word or only the first. */
export const joinedForms = memoizeTexts(KEPT_NAMES, (name): readonly string[] => {
  const forms = asciiForms(name).flatMap((form) => {
    const words = form.split(/[ -]/);
    return [words.join(''), form.replace(/ /g, '-'), words.at(-1) ?? '', words[0] ?? ''];
  });
  return [...new Set(forms)].filter((form) => form.length > 1);
});
