// What the index keeps of a page: its words by weight, its links to other domains, and where the crawl may go next.

import { countWordsIn } from '../../pages/count-words.ts';
import type { FetchedPage } from '../../pages/fetch-outcome.ts';
import { AREA, NOT_CONTENT } from '../../pages/page-facts.ts';
import { domainOf, toPageUrl } from '../../pages/page-url.ts';
import {
  addBestLink,
  canonicalFor,
  cleanText,
  type IndexedLink,
  type IndexedPage,
  MAX_LINKS,
  relOf,
} from '../page-rules.ts';
import { languageOf } from './language.ts';

export interface PageRecord extends IndexedPage {
  headings: string;
  body: string;
  links: LinkRecord[];
  /** Pages of the same site that it links to. */
  internal: string[];
}

export interface LinkRecord extends IndexedLink {
  inContent: boolean;
}

// PostgreSQL stores 1 MB of search data per page and positions up to 16,383; no one searches for what comes after that.
const MAX_BODY = 200_000;
const MAX_INTERNAL = 2_000;
const FILES =
  /\.(?:jpe?g|png|gif|webp|svg|ico|bmp|avif|pdf|docx?|xlsx?|pptx?|zip|gz|rar|7z|mp[34]|m4[av]|mov|avi|webm|css|js|json|xml|rss|atom|txt|ics|exe|dmg|apk|woff2?)$/i;

/** Whether the file extension shows that it isn't a page. */
export const isFile = (url: string): boolean => FILES.test(new URL(url).pathname);

export function toPageRecord(page: FetchedPage): PageRecord {
  const { facts } = page;
  const url = toPageUrl(page.url) ?? page.url;
  const home = domainOf(url);
  const canonical = canonicalFor(facts.canonical, url);
  const isForeign = canonical !== null && domainOf(canonical) !== home;
  const content = facts.blocks.filter((block) => (block.area & (NOT_CONTENT | AREA.hidden)) === 0);
  const headings = content.filter((block) => block.heading > 0);
  const body = content.map((block) => block.text).join('\n');
  const description = facts.meta.get('description')?.[0] ?? facts.meta.get('og:description')?.[0] ?? '';
  return {
    url,
    canonical: isForeign ? null : canonical,
    listed: !page.noindex && !isForeign && !page.hints.parked,
    title: cleanText(
      facts.title || (facts.meta.get('og:title')?.[0] ?? '') || (facts.blocks[facts.headline]?.text ?? ''),
      300,
    ),
    description: cleanText(description, 500),
    language: languageOf(facts.lang, body),
    words: countWordsIn(content),
    headings: cleanText(headings.map((block) => block.text).join('\n'), 5_000),
    body: cleanText(body, MAX_BODY),
    links: outerLinks(page, home, MAX_LINKS),
    internal: [...innerLinks(page, home).keys()],
  };
}

/** All links to other sites that pass something on, also of a page with more links than the index keeps. */
export function followedLinks(page: FetchedPage): LinkRecord[] {
  const home = domainOf(toPageUrl(page.url) ?? page.url);
  return outerLinks(page, home, Number.POSITIVE_INFINITY).filter(({ dofollow }) => dofollow);
}

function outerLinks({ facts, nofollow, noindex }: FetchedPage, home: string, most: number): LinkRecord[] {
  const found = new Map<string, LinkRecord>();
  for (const link of facts.links) {
    if (link.area & (AREA.hidden | AREA.trap)) continue;
    const to = toPageUrl(link.href, facts.base);
    if (to === null || domainOf(to) === home) continue;
    const rel = relOf(link.rel);
    const dofollow = rel === '' && !nofollow && !noindex;
    const anchor = cleanText(link.text || link.title, 300);
    addBestLink(found, { to, anchor, rel, dofollow, inContent: link.inContent }, most);
  }
  return [...found.values()];
}

/** The pages of the same site that it links to, with the text of the first link to each. */
export function innerLinks({ facts, nofollow }: FetchedPage, home: string): Map<string, string> {
  const found = new Map<string, string>();
  if (nofollow) return found;
  for (const link of facts.links) {
    if (link.area & (AREA.hidden | AREA.trap) || /\bnofollow\b/.test(link.rel)) continue;
    const to = toPageUrl(link.href, facts.base);
    if (isInner(to, home) && found.size < MAX_INTERNAL && !found.has(to)) found.set(to, link.text);
  }
  return found;
}

const isInner = (to: string | null, home: string): to is string => to !== null && !isFile(to) && domainOf(to) === home;

/** The absolute URLs that are pages of the same site as `url`. */
export function innerAddresses(addresses: readonly string[], url: string): string[] {
  const home = domainOf(url);
  const inner = addresses.map((address) => toPageUrl(address)).filter((to) => isInner(to, home));
  return [...new Set(inner)].slice(0, MAX_INTERNAL);
}
