// A list of own backlinks as it was typed, one address a line: which lines are web addresses, and which are not.
import type { BadLine } from './errors.ts';

/** Lines a campaign may have. */
export const maxOwnBacklinks = 1_000;
const maxUrlLength = 2_000;
const shownOfBadLine = 200;

export interface OwnBacklinks {
  /** Each address once, in the order given. */
  urls: string[];
  bad: BadLine[];
}

/** Empty lines are skipped; line numbers count them. */
export function readOwnBacklinks(lines: readonly string[]): OwnBacklinks {
  const urls = new Set<string>();
  const bad: BadLine[] = [];
  for (const [index, line] of lines.entries()) {
    const text = line.trim();
    if (text === '') continue;
    const url = toWebAddress(text);
    if (url === null) bad.push({ line: index + 1, text: text.slice(0, shownOfBadLine) });
    else urls.add(url);
  }
  return { urls: [...urls], bad };
}

/** The address as browsers spell it; null for anything that is no page on the web, or that carries a name and password. */
function toWebAddress(text: string): string | null {
  const url = /\s/.test(text) || text.length > maxUrlLength ? null : URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null;
  const isWholeName = url.hostname.includes('.') || url.hostname.startsWith('[');
  return isWholeName && url.href.length <= maxUrlLength ? url.href : null;
}
