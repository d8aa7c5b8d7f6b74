// Whether a link leads to the target page, however its URL is spelled.
import { domainOf, toPageUrl } from '../../pages/page-url.ts';
import type { FollowedLink, PageContent } from './page-content.ts';

/**
 * Equal for all spellings of a URL: http or https, with or without www, trailing slash, fragment or tracking parameters, and
 * however it is percent-encoded.
 */
export function linkKey(address: string): string {
  const url = URL.parse(toPageUrl(address) ?? address);
  if (url === null) return address;
  const path = url.pathname
    .replace(/(?<!\/)\/+$/, '')
    .replace(ENCODED.path, respell)
    .replace(CODES, upperCase);
  const query = url.search
    .replaceAll('+', '%20')
    .replace(ENCODED.query, respell)
    .replace(CODES, upperCase)
    .replace(/=[^&]*/g, (value) => `=${value.slice(1).replaceAll('=', '%3D')}`)
    .replace(/=(?=&|$)/g, '');
  return `${url.host.replace(/^www\./, '')}${path}${query}`;
}

/** Encoded characters, except those that would have a meaning of their own there. */
const ENCODED = { path: /(?:%(?!2f|3f|23)[\da-f]{2})+/gi, query: /(?:%(?!26|3d|2b|23)[\da-f]{2})+/gi };

const CODES = /%[\da-f]{2}/gi;
const upperCase = (code: string) => code.toUpperCase();

/** WordPress writes %c3%a9, browsers %C3%A9; ( is also written %28. */
function respell(encoded: string): string {
  try {
    return decodeURIComponent(encoded).replace(/[^\x21-\x7e]|%/gu, encodeURIComponent);
  } catch {
    // Not UTF-8.
    return encoded.toUpperCase();
  }
}

export interface LinkTarget {
  url: string;
  domain: string;
  keys: ReadonlySet<string>;
}

/** `content`: the target page, if it could be read. Links to its permanent redirect target or its canonical also count. */
export function targetOf(url: string, content: PageContent | null): LinkTarget {
  return { url, domain: domainOf(url), keys: new Set([url, ...otherNames(content)].map(linkKey)) };
}

const otherNames = (content: PageContent | null) =>
  [content?.movedTo, content?.isItself ? content.canonical : null].filter((one) => one != null);

/** Whether a page is the target, judged by its permanent redirect or its canonical. */
export function isTarget(target: LinkTarget, content: PageContent): boolean {
  return otherNames(content).some((name) => target.keys.has(linkKey(name)));
}

/** The best followed link to the target: preferably in running text, with an anchor. */
export function linkTo(target: LinkTarget, links: readonly FollowedLink[]): FollowedLink | undefined {
  return best(links.filter(({ to }) => target.keys.has(linkKey(to))));
}

/** Other links to the target's site, any of which may redirect to the target. */
export function linksToSite(target: LinkTarget, links: readonly FollowedLink[]): FollowedLink[] {
  return links.filter(({ to }) => domainOf(to) === target.domain && !target.keys.has(linkKey(to)));
}

function best(links: readonly FollowedLink[]): FollowedLink | undefined {
  const worth = ({ inContent, anchor }: FollowedLink) => (inContent ? 2 : 0) + (anchor === '' ? 0 : 1);
  return links.toSorted((a, b) => worth(b) - worth(a))[0];
}
