// The keyword a campaign searches for and is called by.

export const maxKeyword = 200;

/** Collapses white space and removes what PostgreSQL cannot store; '' for a text without any visible character. */
export function tidyKeyword(text: string): string {
  const tidied = text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return /[^\p{Cf}\p{Z}]/u.test(tidied) ? tidied : '';
}
