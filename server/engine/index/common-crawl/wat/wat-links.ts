// The links of a page to other domains, from the list in its WAT record. URLs there are as written in the page: relative, without
// a scheme, or no web address at all.
import { domainOf, domainOfHost, toPageUrl } from '../../../pages/page-url.ts';
import { addBestLink, cleanText, type IndexedLink, MAX_LINKS, relOf } from '../../page-rules.ts';
import { textOf } from './json-fields.ts';

export interface WatLink extends IndexedLink {
  isImage: boolean;
  /** Where the link is among all links of the page: 0 is the first, 1 the last. */
  position: number;
}

/** What might name another host. Anything else stays on the host of the base URL, if it is a web address. */
const named = /^[\0- ]*(?:https?:|[\\/]{2})/i;
/**
 * Normalized already, so that it need not be parsed: no capitals or punycode in the host, and neither query nor dots in the path, but
 * for an extension. Three of four links to other domains are.
 */
const normal = /^https?:\/\/(?!.*xn--)((?:[a-z0-9-]+\.)+[a-z]{2,})\/(?:[\w~-]+\/)*(?:[\w~-]+(?:\.[a-z0-9]+)?)?$/;
const longestUrl = 2_000;

export interface LinkContext {
  url: string;
  /** What relative URLs refer to. */
  base: string;
  /** Whether the page as a whole passes nothing on. */
  nofollow: boolean;
}

/** An entry of the list; any of its fields may have any type. */
type Entry = Readonly<Record<'path' | 'url' | 'text' | 'rel' | 'title' | 'alt', unknown>>;

export function linksOf(entries: readonly unknown[], { url, base, nofollow }: LinkContext): WatLink[] {
  const home = homeOf(url, base);
  const found = new Map<string, WatLink>();
  for (let index = 0; index < entries.length; index++) {
    const entry = entries[index] as Entry | null | undefined;
    const path = entry?.path;
    if (!entry || (path !== 'A@/href' && path !== 'AREA@/href') || typeof entry.url !== 'string') continue;
    const to = targetOf(entry.url, home);
    if (to === null) continue;
    const rel = relOf(textOf(entry.rel).toLowerCase());
    const image = imageOf(entry, entries[index - 1] as Entry | null | undefined);
    const anchor = cleanText(textOf(entry.text) || (image ?? '') || textOf(entry.title), 300);
    const position = entries.length < 2 ? 0 : Math.round((100 * index) / (entries.length - 1)) / 100;
    addBestLink(
      found,
      { to, anchor, rel, dofollow: rel === '' && !nofollow, isImage: image !== null, position },
      MAX_LINKS,
    );
  }
  return [...found.values()];
}

/** The text for an image in a link. A link is listed where it ends, so its image is listed before it; null if there is none. */
function imageOf(entry: Entry, before: Entry | null | undefined): string | null {
  if (entry.path === 'AREA@/href') return textOf(entry.alt);
  const isImage = before?.path === 'IMG@/src' && textOf(entry.text) === '';
  return isImage ? textOf(before.alt) : null;
}

interface Home {
  domain: string;
  base: string;
  isBaseElsewhere: boolean;
  /** What most absolute links within the site start with. */
  origins: readonly string[];
}

function homeOf(url: string, base: string): Home {
  const domain = domainOf(url);
  const { host } = new URL(url);
  const origins = [`https://${host}/`, `http://${host}/`];
  return { domain, base, isBaseElsewhere: domainOf(base) !== domain, origins };
}

/** The normalized URL of a link to another domain; null for all others. Most links stay within their site and are not parsed. */
function targetOf(href: string, { domain, base, isBaseElsewhere, origins }: Home): string | null {
  if (!isBaseElsewhere && !named.test(href)) return null;
  for (const origin of origins) if (href.startsWith(origin)) return null;
  const host = href.length <= longestUrl ? normal.exec(href)?.[1] : undefined;
  if (host !== undefined) return domainOfHost(host) === domain ? null : href;
  const to = toPageUrl(href.trim(), base);
  return to === null || domainOf(to) === domain ? null : to;
}
