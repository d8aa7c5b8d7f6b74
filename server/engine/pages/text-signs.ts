// First questions to every run of text, asked while the page is read: most texts hold no sign of a byline, of somebody
// introduced, or of an address, and the patterns of the author and address rules never see them.
// A sign may be there without what it promises, never the other way round.
import { createWordFinder } from './scanning/word-finder.ts';

export const SIGN = {
  /** 'by' and its like in other languages as a word, or a sign that stands behind a label: 'Author:'. */
  byline: 1,
  /** A word for 'is': somebody may be introduced. */
  is: 2,
  at: 4,
  /** An address may be spelled out: '[at]', '-at-', ' dot '. */
  spelled: 8,
} as const;
export const ALL_SIGNS = 15;

const OPENING = ['(', '[', '{', '<', '«'];
/** How the words for '@' begin (decoding/spelled.ts); '#' also where the bracket stands in a tag of its own. */
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

/** The same for a piece of a page. */
export function signsOfCodes(codes: Uint16Array, start: number, end: number): number {
  return FINDER.inCodes(codes, start, end);
}
