// Chinese, Japanese and Thai don't separate words, so PostgreSQL would take a whole sentence for one. Their characters are indexed and
// searched in overlapping pairs: 'ゴルフ場' as 'ゴル ルフ フ場', one after the other. Other text stays as it is.
import { DENSE } from '../../../../shared/dense-scripts.ts';

const runs = new RegExp(`${DENSE.source}+`, 'g');

/** A text to index, or one that pages must not have. */
export function inPairs(text: string): string {
  return DENSE.test(text) ? text.replace(runs, (run) => ` ${pairsOf(run).join(' ')} `) : text;
}

/** A text that pages must have. Next to others, a single character is left out: it is indexed together with its neighbors. */
export function searchedPairs(text: string): string {
  if (!DENSE.test(text)) return text;
  const parts = inPairs(text).trim().split(/\s+/);
  const found = parts.filter((part) => !isSingle(part));
  return (found.length > 0 ? found : parts).join(' ');
}

const dictionary = new Intl.Segmenter('en', { granularity: 'word' });
const particle = /^[\p{Script=Hiragana}的了在是和与及之]$/u;

/**
 * The words of a keyword without spaces, by the dictionaries that Node has: 東京のゴルフ場 are 東京 and ゴルフ場. A single character belongs to
 * the word next to it, unless it is a particle.
 */
export function wordsWithin(text: string): string[] {
  if (!DENSE.test(text)) return [text];
  const words = [''];
  for (const { segment } of dictionary.segment(text)) {
    const last = words.at(-1) ?? '';
    if (particle.test(segment)) words.push('');
    else if (isSingle(segment) && DENSE.test(last)) words.push(`${words.pop()}${segment}`);
    else if (isSingle(last)) words.push(`${words.pop()}${segment}`);
    else words.push(segment);
  }
  const found = words.filter((word) => word !== '' && !isSingle(word));
  return found.length > 0 ? found : [text];
}

const isSingle = (text: string) => text.length === 1 && DENSE.test(text);

/** A word of letters and digits as a part of PostgreSQL's to_tsquery. */
export function queryOf(word: string): string {
  const parts = searchedPairs(word).split(' ');
  return parts.length > 1 ? `(${parts.join(' <-> ')})` : parts.join();
}

function pairsOf(run: string): string[] {
  return run.length === 1 ? [run] : Array.from({ length: run.length - 1 }, (_, at) => run.slice(at, at + 2));
}
