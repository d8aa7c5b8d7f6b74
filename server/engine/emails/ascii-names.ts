// How the parts of a name are written in an address: small ASCII letters, accents folded, umlauts also spelled out.

import { detach } from '../pages/detach.ts';

export interface NamedPerson {
  firstName: string;
  lastName: string;
}

const SPELLED: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss', ø: 'oe', å: 'aa', æ: 'ae', œ: 'oe' };
const FOLDED: Record<string, string> = { ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' };

/** The forms of one name, most usual first; empty when the script is not Latin. */
export function asciiForms(name: string): string[] {
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

// The few names of a site are compared with each of its addresses, on every page.
const KEPT_NAMES = 2_000;
const kept = new Map<string, readonly string[]>();

/** Ways to write a name of several words as one: joined, joined by hyphens, the last word or the first word alone. */
export function joinedForms(name: string): readonly string[] {
  const known = kept.get(name);
  if (known) return known;
  if (kept.size >= KEPT_NAMES) kept.clear();
  const forms = join(name);
  kept.set(detach(name), forms.map(detach));
  return forms;
}

function join(name: string): string[] {
  const forms = asciiForms(name).flatMap((form) => {
    const words = form.split(/[ -]/);
    return [words.join(''), form.replace(/ /g, '-'), words.at(-1) ?? '', words[0] ?? ''];
  });
  return [...new Set(forms)].filter((form) => form.length > 1);
}
