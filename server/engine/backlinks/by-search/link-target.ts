// Whether a link leads to the page that was asked for, however it is spelled.
import { domainOf, toPageUrl } from '../../pages/page-url.ts';
import type { FollowedLink, PageContent } from './page-content.ts';

/** The same for all spellings of an address: secure or not, with or without www, a slash at the end, a fragment or tracking. */
export function linkKey(address: string): string {
  const url = URL.parse(toPageUrl(address) ?? address);
  if (url === null) return address;
  const path = url.pathname.replace(/\/+$/, '');
  return `${url.host.replace(/^www\./, '')}${path}${url.search}`;
}

export interface LinkTarget {
  url: string;
  domain: string;
  keys: ReadonlySet<string>;
}

/** `content`: of the target itself, if it could be read: links to where it has moved for good, or to its canonical, count. */
export function targetOf(url: string, content: PageContent | null): LinkTarget {
  return { url, domain: domainOf(url), keys: new Set([url, ...otherNames(content)].map(linkKey)) };
}

const otherNames = (content: PageContent | null) =>
  [content?.movedTo, content?.isItself ? content.canonical : null].filter((one) => one != null);

/** Whether a page, by where it has moved for good or by its canonical, is the target. */
export function isTarget(target: LinkTarget, content: PageContent): boolean {
  return otherNames(content).some((name) => target.keys.has(linkKey(name)));
}

/** The best followed link to the target: in running text, with an anchor. */
export function linkTo(target: LinkTarget, links: readonly FollowedLink[]): FollowedLink | undefined {
  return best(links.filter(({ to }) => target.keys.has(linkKey(to))));
}

/** Other links to the target's site: any of them may redirect to the target. */
export function linksToSite(target: LinkTarget, links: readonly FollowedLink[]): FollowedLink[] {
  return links.filter(({ to }) => domainOf(to) === target.domain && !target.keys.has(linkKey(to)));
}

function best(links: readonly FollowedLink[]): FollowedLink | undefined {
  const worth = ({ inContent, anchor }: FollowedLink) => (inContent ? 2 : 0) + (anchor === '' ? 0 : 1);
  return links.toSorted((a, b) => worth(b) - worth(a))[0];
}
