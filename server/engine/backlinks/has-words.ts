/** Whether a text has all of these words and phrases, and none of those; whole words, in upper or lower case. */
export function hasWords(
  text: string,
  { include = [], exclude = [] }: { include?: readonly string[] | undefined; exclude?: readonly string[] | undefined },
): boolean {
  const words = wordsOf(text);
  const has = (term: string) => words.includes(wordsOf(term));
  return include.every(has) && !exclude.some(has);
}

/** The words in order, each between two spaces. */
const wordsOf = (text: string) => ` ${(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;
