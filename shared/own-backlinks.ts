// Parses a list of own backlinks, one URL per line: which lines are valid URLs, and which are not. People paste exports that
// repeat the same URL hundreds of times, so only different URLs count; and lists without https://.
import { type BadLine, badLine } from './errors.ts';
import { parseUrl } from './parse-url.ts';

/** If the page they should link to is not a URL. */
export const badTarget = 'Enter the URL of the page they should link to, or leave it empty.';
/** The most different URLs a campaign can have. */
export const maxOwnBacklinks = 1_000;
/** The most lines a list can have, including duplicates. */
export const maxOwnLines = 100_000;
/** The largest list. 1,000 URLs of maximum length are 2 MB, so anything larger is mostly duplicates. */
export const maxOwnListMb = 5;
/** Stop reading after this many different lines: parsing takes microseconds each, and the list is refused anyway. */
const maxDifferentLines = 10_000;
const maxUrlLength = 2_000;

export interface OwnBacklinks {
  /** Each URL once, in the given order. */
  urls: string[];
  bad: BadLine[];
  /** There were too many different lines to read them all. */
  isCut: boolean;
}

/** Why a valid URL is bad nevertheless; undefined if it is not. */
export type RefusalOf = (url: string) => NonNullable<BadLine['reason']> | 'invalid' | undefined;

/** Empty lines are skipped; line numbers count them. */
export function readOwnBacklinks(lines: readonly string[], refusalOf: RefusalOf = () => undefined): OwnBacklinks {
  const urls = new Set<string>();
  /** By the text of the line. */
  const refusals = new Map<string, ReturnType<RefusalOf>>();
  const bad: BadLine[] = [];
  for (const [index, line] of lines.entries()) {
    const text = line.trim();
    if (text === '') continue;
    if (!refusals.has(text)) {
      if (refusals.size === maxDifferentLines) return { urls: [...urls], bad, isCut: true };
      const url = toWebAddress(text);
      refusals.set(text, url === null ? 'invalid' : refusalOf(url));
      if (url !== null && refusals.get(text) === undefined) urls.add(url);
    }
    const reason = refusals.get(text);
    if (reason) bad.push({ ...badLine(index, text), ...(reason === 'not-public' && { reason }) });
  }
  return { urls: [...urls], bad, isCut: false };
}

/** A host name with a top-level name, as in www.site.com/page; not a version, a file path or an email. */
const withoutScheme =
  /^(?:\/\/)?(?:[\p{L}\p{N}_-]{1,63}\.)+(?:\p{L}{2,63}|xn--[a-z0-9-]{2,59})\.?(?::\d{1,5})?(?:[/?#]|$)/iu;

/** The URL as browsers normalize it, with https:// where the scheme is missing; null if it is no web page's, or has a user name. */
function toWebAddress(text: string): string | null {
  const whole = withoutScheme.test(text) ? `https://${text.replace(/^\/\//, '')}` : text;
  const url = /\s/.test(text) || text.length > maxUrlLength ? null : parseUrl(whole);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null;
  // Browsers accept names with commas and the like; a line of CSV would pass for a URL.
  const isWholeName = /^(?:[\w-]+\.)+[\w-]+\.?$|^\[/.test(url.hostname);
  return isWholeName && url.href.length <= maxUrlLength ? url.href : null;
}
