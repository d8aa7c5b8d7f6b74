// First questions to every block of text, asked in one walk and remembered with the page: most blocks hold no sign of
// a byline, an introduction or an address, and the patterns of the author and address rules never see them.
import type { PageFacts } from './page-facts.ts';
import { createWordFinder } from './scanning/word-finder.ts';

export const SIGN = {
  /** 'by' and its like in other languages as a word, or a sign that stands behind a label: 'Author:'. */
  byline: 1,
  /** A word for 'is': somebody may be introduced. */
  is: 2,
  at: 4,
  /** An address may be spelled out: brackets, '-at-', ' dot '. */
  spelled: 8,
} as const;

const FINDER = createWordFinder([
  [SIGN.byline, '#by# #von# #vom# #par# #por# #door# #przez# #av# #af# #da# #di# #de# #od# #oleh#'.split(' ')],
  [SIGN.is, '#is# #ist# #est# #es# #er#'.split(' ')],
]);
const SIGNS = createWordFinder([
  [SIGN.byline, [':', '：', '|', 'ở']],
  [SIGN.is, ['è', 'ä']],
  [SIGN.at, ['@']],
  [SIGN.spelled, ['(', '[', '{', '<', '«', ' @ ', '-at-', '_at_', '*at*', '|at|', '~at~', '-ät-']],
  [SIGN.spelled, [' dot ', ' punkt ', ' punto ', ' ponto ']],
]);

const known = new WeakMap<PageFacts, Uint8Array>();

/** The SIGN bits of a text. */
export function signsOfText(text: string): number {
  return FINDER.inText(text) | SIGNS.inText(text);
}

/** The SIGN bits of every block of the page. */
export function signsOfBlocks(facts: PageFacts): Uint8Array {
  let signs = known.get(facts);
  if (signs?.length !== facts.blocks.length) {
    signs = Uint8Array.from(facts.blocks, ({ text }) => signsOfText(text));
    known.set(facts, signs);
  }
  return signs;
}
