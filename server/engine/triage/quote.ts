// Words of a page as the fact behind a signal. Pages are hostile: what is quoted must stay one short, readable line.
import { cutWhole } from '../cut-whole.ts';

const MOST = 120;
/** Controls, and marks that turn or hide the text around them. */
const UNREADABLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}]+/gu;

export function quote(text: string): string {
  const line = text
    .slice(0, 4 * MOST)
    .toWellFormed()
    .replace(UNREADABLE, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return line.length <= MOST ? line : `${cutWhole(line, MOST - 1).trimEnd()}…`;
}
