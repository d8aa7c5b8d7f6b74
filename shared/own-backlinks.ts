// Parses a list of own backlinks, one URL per line: which lines are valid URLs, and which are not. People paste exports that
// repeat the same URL hundreds of times, so only different URLs count.
import type { BadLine } from './errors.ts';
import { parseUrl } from './parse-url.ts';

/** The most different URLs a campaign can have. */
export const maxOwnBacklinks = 1_000;
/** The most lines a list can have, including duplicates. */
export const maxOwnLines = 100_000;
/** The largest list. 1,000 URLs of maximum length are 2 MB, so anything larger is mostly duplicates. */
export const maxOwnListMb = 5;
/** Stop reading after this many different lines: parsing takes microseconds each, and the list is refused anyway. */
const maxDifferentLines = 10_000;
const maxUrlLength = 2_000;
const shownOfBadLine = 200;

export interface OwnBacklinks {
  /** Each URL once, in the given order. */
  urls: string[];
  bad: BadLine[];
  /** There were too many different lines to read them all. */
  isCut: boolean;
}

/** Empty lines are skipped; line numbers count them. `refused` URLs count as bad. */
export function readOwnBacklinks(lines: readonly string[], refused: ReadonlySet<string> = new Set()): OwnBacklinks {
  const addresses = new Map<string, string | null>();
  const bad: BadLine[] = [];
  for (const [index, line] of lines.entries()) {
    const text = line.trim();
    if (text === '') continue;
    if (!addresses.has(text)) {
      if (addresses.size === maxDifferentLines) return { urls: distinct(addresses), bad, isCut: true };
      const url = toWebAddress(text);
      addresses.set(text, url !== null && refused.has(url) ? null : url);
    }
    if (addresses.get(text) === null) bad.push({ line: index + 1, text: text.slice(0, shownOfBadLine) });
  }
  return { urls: distinct(addresses), bad, isCut: false };
}

const distinct = (addresses: ReadonlyMap<string, string | null>) => [
  ...new Set([...addresses.values()].filter((url) => url !== null)),
];

/** The URL as browsers normalize it; null for anything that is not a web page, or that contains a user name and password. */
function toWebAddress(text: string): string | null {
  const url = /\s/.test(text) || text.length > maxUrlLength ? null : parseUrl(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null;
  const isWholeName = url.hostname.includes('.') || url.hostname.startsWith('[');
  return isWholeName && url.href.length <= maxUrlLength ? url.href : null;
}
