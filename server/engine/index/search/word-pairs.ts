// Chinese, Japanese and Thai don't separate words, so PostgreSQL would take a whole sentence for one. Their characters are indexed and
// searched in overlapping pairs: 'ゴルフ場' as 'ゴル ルフ フ場', one after the other. Other text stays as it is.
import { DENSE } from '../../pages/dense-scripts.ts';

const runs = new RegExp(`${DENSE.source}+`, 'g');

/** A text to index. */
export function inPairs(text: string): string {
  return DENSE.test(text) ? text.replace(runs, (run) => ` ${pairsOf(run).join(' ')} `) : text;
}

/** A text to search for. Next to others, a single character is left out: it is indexed together with its neighbors. */
export function searchedPairs(text: string): string {
  if (!DENSE.test(text)) return text;
  const parts = inPairs(text).trim().split(/\s+/);
  const found = parts.filter((part) => part.length > 1 || !DENSE.test(part));
  return (found.length > 0 ? found : parts).join(' ');
}

/** A word of letters and digits as a part of PostgreSQL's to_tsquery. */
export function queryOf(word: string): string {
  const parts = searchedPairs(word).split(' ');
  return parts.length === 1 ? word : `(${parts.join(' <-> ')})`;
}

function pairsOf(run: string): string[] {
  return run.length === 1 ? [run] : Array.from({ length: run.length - 1 }, (_, at) => run.slice(at, at + 2));
}
