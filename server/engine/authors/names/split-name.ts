// First and last name of a person, in two ways: the words used in addresses, and the whole name as displayed.
import { PARTICLES, SUFFIX } from './name-words.ts';

export interface NameParts {
  firstName: string;
  lastName: string;
}

const FAMILY_FIRST = /^[\p{Script=Han}\p{Script=Hangul}]{2,4}$/u;

const SPACED_FAMILY_FIRST =
  /^(\p{Script=Han}{1,3}|\p{Script=Hangul}{1,2}) ([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{1,4})$/u;

/**
 * The first and last name of a cleaned name: particles belong to the last, middle names and suffixes to neither. A single word is
 * a first name; Chinese and Korean names start with the family name.
 */
export function splitName(name: string): NameParts {
  if (FAMILY_FIRST.test(name)) {
    const characters = [...name];
    const family = characters.length === 4 ? 2 : 1;
    return { firstName: characters.slice(family).join(''), lastName: characters.slice(0, family).join('') };
  }
  const spaced = SPACED_FAMILY_FIRST.exec(name);
  if (spaced) return { firstName: spaced[2] ?? '', lastName: spaced[1] ?? '' };
  const words = name.split(' ').filter((word) => !SUFFIX.test(word) || word.length > 4);
  if (words.length < 2) return { firstName: words[0] ?? '', lastName: '' };
  let start = words.length - 1;
  while (start > 1 && isParticle(words[start - 1] as string)) start--;
  return { firstName: words[0] ?? '', lastName: words.slice(start).join(' ') };
}

function isParticle(word: string): boolean {
  return PARTICLES.has(word.toLowerCase()) && word.length > 1;
}

// People with one of these names often have two given names and two family names.
const SPANISH_GIVEN = new Set(
  `adriana alberto alejandra alejandro alfonso alicia ana andrea andres angel angela angeles antonia antonio beatriz belen
  carlos carmen carolina cecilia claudia consuelo cristina daniela diego dolores eduardo elena enrique ernesto esteban esther eugenia
  eva felipe fernanda fernando francisca francisco gabriela gloria gonzalo guadalupe guillermo gustavo ignacio ines isabel
  javier jesus jorge jose josefa juan juana julio laura leonor lourdes lucia luis luisa luz magdalena manuel marcos margarita maria
  marta mercedes miguel monica montserrat nuria pablo paloma patricia paula pedro pilar rafael ramon raquel raul ricardo roberto rocio
  rosa rosario ruben salvador santiago sara sergio silvia sofia susana teresa vicente victor victoria ximena`.split(
    /\s+/,
  ),
);
const JOINS_FAMILIES = new Set(['y', 'e', 'i']);

/** Splits a cleaned name completely: middle names stay with the first name, particles and suffixes with the last. */
export function splitWholeName(name: string): NameParts {
  const words = name.split(' ');
  if (words.length < 3)
    return words.length === 2 ? { firstName: words[0] ?? '', lastName: words[1] ?? '' } : splitName(name);
  const start = familyStart(words);
  return { firstName: words.slice(0, start).join(' '), lastName: words.slice(start).join(' ') };
}

function familyStart(words: readonly string[]): number {
  const isSuffixed = SUFFIX.test(words.at(-1) ?? '');
  const last = words.length - (isSuffixed ? 2 : 1);
  const join = words.findIndex((word, i) => i > 1 && i < last && JOINS_FAMILIES.has(word));
  if (join > 0) return join - 1;
  const particle = words.findIndex((word, i) => i > 0 && i < last && isParticle(word) && word === word.toLowerCase());
  if (particle > 0) return particle;
  let start = last;
  while (start > 1 && isParticle(words[start - 1] ?? '')) start--;
  const given = words.findIndex((word) => !SPANISH_GIVEN.has(unaccented(word)));
  return given > 0 ? Math.min(given, start) : start;
}

const unaccented = (word: string) => word.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
