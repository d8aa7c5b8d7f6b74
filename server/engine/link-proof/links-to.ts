// Finds the links of a page that lead to a target, with what a link builder wants to know about each.
import type { LinkFollow, LinkPlace } from '../../../shared/link-check-values.ts';
import { linkKey } from '../backlinks/by-search/link-target.ts';
import { AREA, type PageFacts, type PageLink } from '../pages/page-facts.ts';
import { domainOf, toPageUrl } from '../pages/page-url.ts';
import { sentenceAround } from './sentence-around.ts';

export interface LinkOnPage {
  /** The attribute as it is on the page. */
  href: string;
  /** The URL it leads to. */
  to: string;
  anchor: string;
  follow: LinkFollow;
  place: LinkPlace;
  sentence: string;
}

export interface CheckedPage {
  facts: PageFacts;
  /** The page says that none of its links counts. */
  nofollow: boolean;
}

const maxAnchor = 300;

/** The links to any page of the domain, best first: visible, followed, in the content, with an anchor. */
export function linksToDomain(page: CheckedPage, domain: string): LinkOnPage[] {
  const { facts } = page;
  const isElsewhere = domainOf(facts.base) !== domain;
  const links = facts.links.flatMap((link) => {
    // Most links lead elsewhere, and parsing thousands of URLs takes longer than reading the page.
    if (isElsewhere && !mentions(link.href, domain)) return [];
    const to = toPageUrl(link.href, facts.base);
    return to !== null && domainOf(to) === domain ? [describe(page, link, to)] : [];
  });
  return links.toSorted((a, b) => worth(b) - worth(a));
}

/** Those of the links that lead to one of these URLs, however it is spelled. */
export const linksToKeys = (links: readonly LinkOnPage[], keys: ReadonlySet<string>): LinkOnPage[] =>
  links.filter(({ to }) => keys.has(linkKey(to)));

/** A name in another script may also be written in its letters, and even its ending: пример.рф is xn--e1afmkfd.xn--p1ai. */
const OTHER_SCRIPT = /xn--|[^\0-\x7f]|%/i;

function mentions(href: string, domain: string): boolean {
  return domain.includes('xn--') ? OTHER_SCRIPT.test(href) : href.toLowerCase().includes(domain);
}

function describe({ facts, nofollow }: CheckedPage, link: PageLink, to: string): LinkOnPage {
  const anchor = (link.text || link.title).slice(0, maxAnchor).toWellFormed();
  return {
    href: link.href,
    to,
    anchor,
    follow: followOf(link.rel, nofollow),
    place: placeOf(link.area),
    sentence: sentenceAround(facts.blocks[link.block]?.text ?? '', link.text),
  };
}

function followOf(rel: string, pageIsNofollow: boolean): LinkFollow {
  const words = rel.split(/[\s,]+/);
  if (words.includes('sponsored')) return 'sponsored';
  if (words.includes('ugc')) return 'ugc';
  return pageIsNofollow || words.includes('nofollow') ? 'nofollow' : 'dofollow';
}

function placeOf(area: number): LinkPlace {
  if (area & (AREA.hidden | AREA.trap)) return 'hidden';
  if (area & AREA.comments) return 'comments';
  if (area & AREA.footer) return 'footer';
  if (area & AREA.nav) return 'navigation';
  return area & (AREA.aside | AREA.related) ? 'sidebar' : 'content';
}

function worth({ place, follow, anchor }: LinkOnPage): number {
  return (
    (place === 'hidden' ? 0 : 8) + (follow === 'dofollow' ? 4 : 0) + (place === 'content' ? 2 : 0) + (anchor ? 1 : 0)
  );
}
