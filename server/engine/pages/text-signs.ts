// A first test for every run of text while the page is read: most texts show no sign of a byline, an introduction or an address,
// and the patterns of the author and address rules never see them. There may be false positives, never false negatives.
import { createWordFinder } from './scanning/word-finder.ts';

export const SIGN = {
  /** 'by' and its equivalents in other languages as a word, or a character that follows a label: 'Author:'. */
  byline: 1,
  /** A word for 'is': a person may be introduced. */
  is: 2,
  at: 4,
  /** An address may be spelled out: '[at]', '-at-', ' dot '. */
  spelled: 8,
} as const;
export const ALL_SIGNS = 15;

const OPENING = ['(', '[', '{', '<', '«'];
/** How the words for '@' start (decoding/spelled.ts); '#' also where the bracket is in a separate tag. */
const AT_WORDS = '# at ät ae ar ap a# a) a] a} a> a» @ ch sn ku za ma kl со æ mi et'.split(' ');

const FINDER = createWordFinder([
  [SIGN.byline, '#by# #von# #vom# #par# #por# #door# #przez# #av# #af# #da# #di# #de# #od# #oleh# : ： | ở'.split(' ')],
  [SIGN.is, '#is# #ist# #est# #es# #er# è ä'.split(' ')],
  [SIGN.at, ['@']],
  [SIGN.spelled, OPENING.flatMap((bracket) => AT_WORDS.map((word) => bracket + word))],
  [SIGN.spelled, '#@ @# -at- _at_ *at* |at| ~at~ -ät- #dot# #punkt# #punto# #ponto#'.split(' ')],
]);

/** The SIGN bits of a text. */
export function signsOfText(text: string): number {
  return FINDER.inText(text);
}

/** The same for a part of a page. */
export function signsOfCodes(codes: Uint16Array, start: number, end: number): number {
  return FINDER.inCodes(codes, start, end);
}
