// Judges whether a page links to a target, from two looks at it: the page as a browser shows it, and the HTML as served. A link
// counts as gone only if both looks went well and neither has it.
import type { LinkFollow, LinkPlace, LinkProblem, LinkRoute, LinkState } from '../../../shared/link-check-values.ts';
import { type LinkTarget, linkKey, targetOf } from '../backlinks/by-search/link-target.ts';
import { isContent, type PageContent } from '../backlinks/by-search/page-content.ts';
import type { PageReader } from '../backlinks/by-search/page-reader.ts';
import type { Call } from '../provider.ts';
import { type CheckedPage, type LinkOnPage, linksToDomain, linksToKeys } from './links-to.ts';

export interface LinkCheck {
  target: string;
  state: LinkState;
  /** Null if it was found. */
  problem: LinkProblem | null;
  /** With `found` only, like everything below. */
  route: LinkRoute | null;
  follow: LinkFollow | null;
  place: LinkPlace | null;
  href: string;
  anchor: string;
  sentence: string;
}

/**
 * A page that was opened; `moved`: another page came instead of the requested one. `unsure`: the link may exist although it is not
 * here, because the page was not read to its end or a temporary redirect led elsewhere.
 */
export type Look =
  | { kind: 'page'; page: CheckedPage; moved: boolean; unsure?: true }
  | { kind: 'gone' }
  | { kind: 'unseen'; problem: LinkProblem };

export interface Looks {
  rendered: Look;
  /** Called only if the first look does not show the link. */
  served(): Promise<Look>;
}

interface Parts {
  reader: PageReader;
  call: Call;
}

/** Links to other pages of the target's site are opened to see whether they lead to the target. */
const maxOpened = 3;

export async function proveLink(parts: Parts, target: string, looks: Looks): Promise<LinkCheck> {
  const first = await findIn(parts, target, looks.rendered);
  if (first) return first;
  const served = await looks.served();
  return (await findIn(parts, target, served)) ?? notFound(target, looks.rendered, served);
}

async function findIn(parts: Parts, target: string, look: Look): Promise<LinkCheck | null> {
  if (look.kind !== 'page') return null;
  const named = targetOf(target, null);
  const links = linksToDomain(look.page, named.domain);
  const [direct] = linksToKeys(links, named.keys);
  if (direct) return found(target, direct, 'direct');
  return links.length === 0 ? null : findByOtherName(parts, named, links);
}

/** The target may have moved since the link was set, or the link may lead to an old address of it. */
async function findByOtherName(
  { reader, call }: Parts,
  named: LinkTarget,
  links: readonly LinkOnPage[],
): Promise<LinkCheck | null> {
  const others = [...new Set(links.map(({ to }) => to))].slice(0, maxOpened);
  const [own, ...opened] = await reader.read([named.url, ...others], { call });
  const ofTarget = namesOf(own);
  const keys = new Set([...named.keys, ...ofTarget.keys()]);
  for (const link of links) {
    const route = ofTarget.get(linkKey(link.to)) ?? routeTo(keys, opened[others.indexOf(link.to)]);
    if (route) return found(named.url, link, route);
  }
  return null;
}

/** Whether one of the names of an opened page is the target's. */
function routeTo(keys: ReadonlySet<string>, read: Parameters<typeof isContent>[0]): LinkRoute | undefined {
  for (const [key, route] of namesOf(read)) if (keys.has(key)) return route;
  return undefined;
}

/** The other names of a page, and how each leads to it. */
function namesOf(read: Parameters<typeof isContent>[0]): Map<string, LinkRoute> {
  const names = new Map<string, LinkRoute>();
  const content: PageContent | null = isContent(read) ? read : null;
  if (content?.movedTo) names.set(linkKey(content.movedTo), 'redirect');
  if (content?.isItself && content.canonical) names.set(linkKey(content.canonical), 'canonical');
  return names;
}

function found(target: string, { follow, place, href, anchor, sentence }: LinkOnPage, route: LinkRoute): LinkCheck {
  return { target, state: 'found', problem: null, route, follow, place, href, anchor, sentence };
}

const nothing = { route: null, follow: null, place: null, href: '', anchor: '', sentence: '' };

function notFound(target: string, rendered: Look, served: Look): LinkCheck {
  const looks = [rendered, served];
  const unseen = looks.find((look) => look.kind === 'unseen');
  if (unseen) return { target, state: 'unclear', problem: unseen.problem, ...nothing };
  const isUnsure = looks.some((look) => look.kind === 'page' && look.unsure);
  if (isUnsure) return { target, state: 'unclear', problem: 'unsure', ...nothing };
  return { target, state: 'gone', problem: whyGone(rendered, served), ...nothing };
}

function whyGone(rendered: Look, served: Look): LinkProblem {
  if (rendered.kind !== 'page' || served.kind !== 'page') return 'page-gone';
  return rendered.moved && served.moved ? 'page-moved' : 'removed';
}
