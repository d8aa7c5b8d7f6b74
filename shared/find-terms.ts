// Looks for words and phrases in a text: as whole words, or, in scripts without spaces between words, as any part of it.
import { DENSE } from './dense-scripts.ts';

const letter = '[\\p{L}\\p{M}\\p{N}]';
/** A run of such characters, or a word in another script. Both can touch: 中古iPhone修理 has three. */
const runs = new RegExp(`(?:(?=${DENSE.source})${letter})+|(?:(?!${DENSE.source})${letter})+`, 'gu');

const runsOf = (text: string): string[] => text.normalize('NFKC').toLowerCase().match(runs) ?? [];

/** Returns a function that says whether the text contains a term. Case and width (ｺﾞﾙﾌ, ＧＯＬＦ) don't matter. */
export function termFinder(text: string): (term: string) => boolean {
  const all = ` ${runsOf(text).join(' ')} `;
  return (term) => {
    const wanted = runsOf(term);
    // A space where a whole word has to begin or end.
    const edgeOf = (run = '') => (DENSE.test(run) ? '' : ' ');
    return all.includes(`${edgeOf(wanted[0])}${wanted.join(' ')}${edgeOf(wanted.at(-1))}`);
  };
}
