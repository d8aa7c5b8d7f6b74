/** The text on one line, without what cannot be stored; empty when there is nothing to see in it. */
export function tidyText(text: string): string {
  const tidied = text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return /[^\p{Cf}\p{Z}]/u.test(tidied) ? tidied : '';
}
