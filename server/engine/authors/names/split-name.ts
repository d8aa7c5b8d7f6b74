// First and last name of a person: particles belong to the last name, suffixes to neither.
import { PARTICLES, SUFFIX } from './name-words.ts';

export interface NameParts {
  firstName: string;
  lastName: string;
}

const FAMILY_FIRST = /^[\p{Script=Han}\p{Script=Hangul}]{2,4}$/u;

/** Splits a cleaned name. One word alone is a first name; Chinese and Korean names begin with the family. */
export function splitName(name: string): NameParts {
  if (FAMILY_FIRST.test(name)) {
    const characters = [...name];
    const family = characters.length === 4 ? 2 : 1;
    return { firstName: characters.slice(family).join(''), lastName: characters.slice(0, family).join('') };
  }
  const words = name.split(' ').filter((word) => !SUFFIX.test(word) || word.length > 4);
  if (words.length < 2) return { firstName: words[0] ?? '', lastName: '' };
  let start = words.length - 1;
  while (start > 1 && isParticle(words[start - 1] as string)) start--;
  return { firstName: words[0] ?? '', lastName: words.slice(start).join(' ') };
}

function isParticle(word: string): boolean {
  return PARTICLES.has(word.toLowerCase()) && word.length > 1;
}
