/** The text on one line, without unstorable characters; empty if nothing visible is left. */
export function tidyText(text: string): string {
  const tidied = text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return /[^\p{Cf}\p{Z}]/u.test(tidied) ? tidied : '';
}
