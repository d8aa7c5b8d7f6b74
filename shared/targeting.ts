// Reads the words of a search as typed, and the rules for them. The server applies these rules to every campaign; the form applies
// them early, to show the message next to its field.

import { termFinder } from './find-terms.ts';
import type { Targeting } from './targeting-schema.ts';
import { maxQueryCharacters, maxQueryWords, maxTerm, maxTerms } from './targeting-values.ts';
import { tidyText } from './tidy-text.ts';

/** Words and phrases, separated by commas, semicolons or lines. Quotes and a leading minus are dropped: search engines get their own. */
export const readTerms = (typed: string): string[] => cleanTerms(typed.split(/[,;\n]/));

/** The terms of a list, cleaned in the same way. */
export const cleanTerms = (terms: readonly string[]): string[] => distinct(terms.map(cleanTerm));

const cleanTerm = (term: string) => {
  const text = tidyText(term.replace(/["“”„«»\\]/g, ' ')).replace(/^[-+\s]+/, '');
  return /[\p{L}\p{N}]/u.test(text) ? text : '';
};

/** One keyword per line, each once. */
export const readKeywords = (typed: string): string[] => cleanKeywords(typed.split('\n'));

/** The keywords of a list, cleaned in the same way. */
export const cleanKeywords = (keywords: readonly string[]): string[] => distinct(keywords.map(tidyText));

function distinct(texts: readonly string[]): string[] {
  const byCase = new Map<string, string>();
  for (const text of texts) if (text !== '' && !byCase.has(text.toLowerCase())) byCase.set(text.toLowerCase(), text);
  return [...byCase.values()];
}

export interface TermsProblem {
  field: 'include' | 'exclude';
  message: string;
}

/** Why the words cannot be searched for together with the keyword; null if they can. */
export function termsProblem(
  keyword: string,
  { include, exclude }: { include: readonly string[]; exclude: readonly string[] },
): TermsProblem | null {
  for (const [field, terms] of [['include', include] as const, ['exclude', exclude] as const]) {
    if (terms.length > maxTerms) return { field, message: `Enter at most ${maxTerms} words or phrases.` };
    if (terms.some((term) => term.length > maxTerm)) {
      return { field, message: `A word or phrase can have at most ${maxTerm} characters.` };
    }
  }
  const clash = exclude.find((term) => include.some((other) => isWithin(term, other)));
  if (clash !== undefined) return { field: 'exclude', message: `You both include and exclude “${clash}”.` };
  const needed = exclude.find((term) => isWithin(term, keyword));
  if (needed !== undefined) {
    return { field: 'exclude', message: `Your keyword contains “${needed}”, so nothing would be left.` };
  }
  if (include.length + exclude.length === 0) return null;
  const all = [keyword, ...include, ...exclude];
  const words = all.flatMap((text) => text.split(/\s+/)).length;
  const characters = all.join(' ').length;
  const field = include.length > 0 ? 'include' : 'exclude';
  if (words > maxQueryWords) {
    const message = `Search engines read up to ${maxQueryWords} words. Your keyword and words have ${words} in total.`;
    return { field, message };
  }
  if (characters <= maxQueryCharacters) return null;
  return {
    field,
    message: `Your keyword and words can have up to ${maxQueryCharacters} characters in total. They have ${characters}.`,
  };
}

const isWithin = (term: string, text: string) => termFinder(text)(term);

/** The targeting without empty parts, so that equal choices are equal objects. */
export function withoutEmpty({ include = [], exclude = [], footprints = [], dates, results }: Targeting): Targeting {
  return {
    ...(include.length > 0 && { include }),
    ...(exclude.length > 0 && { exclude }),
    ...(footprints.length > 0 && { footprints }),
    ...(dates && { dates }),
    ...(results !== undefined && { results }),
  };
}
