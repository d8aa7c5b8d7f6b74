import { termFinder } from '../../../shared/find-terms.ts';

/** Whether a text has all of these words and phrases, and none of those. */
export function hasWords(
  text: string,
  { include = [], exclude = [] }: { include?: readonly string[] | undefined; exclude?: readonly string[] | undefined },
): boolean {
  const has = termFinder(text);
  return include.every(has) && !exclude.some(has);
}
