// The rules for the field `keyword` of DataForSEO's search tasks, as its official client documents them.
import { cutWhole } from '../cut-whole.ts';

const maxCharacters = 700;

/** DataForSEO decodes the field like a form, so that "C++" would become "C  ". */
export function encodeKeyword(keyword: string): string {
  const encoded = keyword.replaceAll('%', '%25').replaceAll('+', '%2B');
  // Without the first part of a sequence that the cut splits.
  return encoded.length <= maxCharacters ? encoded : cutWhole(encoded, maxCharacters).replace(/%.?$/, '');
}

const operators = /(?:(?:all)?in(?:anchor|text|title|url)|cache|define|filetype|id|info|link|related|site):/i;

/** A task with one of these operators costs five times as much. */
export const priceFactor = (keyword: string): number => (operators.test(keyword) ? 5 : 1);
