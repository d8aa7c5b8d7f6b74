// Which links lead to a page about a person: on the site itself, in a professional network, on Twitter.

import { flatten } from '../authors/names/person-name.ts';
import { domainOf } from '../pages/page-url.ts';
import type { FoundPerson } from './person.ts';

type PersonLinks = Pick<FoundPerson, 'url' | 'profile' | 'twitter'>;

// Any top-level domain: networks have several, and the practice web has its own. The path distinguishes a person from a post or
// company.
const NETWORKS: readonly { kind: 'twitter' | 'linkedin' | 'other'; host: RegExp; path: RegExp }[] = [
  { kind: 'twitter', host: /^(?:www\.|mobile\.)?(?:twitter|x)\.[a-z]+$/, path: /^\/@?\w{1,20}\/?$/ },
  { kind: 'linkedin', host: /(?:^|\.)linkedin\.[a-z]+$/, path: /^\/(?:in|pub)\/[^/]+/ },
  { kind: 'other', host: /(?:^|\.)(?:facebook|instagram|github|muckrack|about)\.[a-z]+$/, path: /^\/[\w.%-]+\/?$/ },
  {
    kind: 'other',
    host: /(?:^|\.)(?:medium|threads|mastodon|youtube)\.[a-z]+$/,
    path: /^\/(?:@|c\/|user\/)[\w.%-]+\/?$/,
  },
  { kind: 'other', host: /(?:^|\.)xing\.[a-z]+$/, path: /^\/profile\/[^/]+/ },
  { kind: 'other', host: /^bsky\.app$/, path: /^\/profile\/[^/]+\/?$/ },
  { kind: 'other', host: /^orcid\.org$/, path: /^\/[\dX-]{19}$/ },
];
const NOT_A_PERSON =
  /^\/(?:share|sharer(?:\.php)?|intent|search|home|hashtag|dialog|login|i|explore|help|privacy|tr)\/?$/i;
const PERSON_PATH =
  /\/(?:authors?|autor(?:en|es)?|auteurs?|people|team|staff|contributors?|writers?|profiles?|users?|by|members?|about)\/[^/]+\/?$|^\/@[^/]+\/?$/i;

function networkOf(href: string): 'twitter' | 'linkedin' | 'other' | null {
  const url = URL.parse(href);
  if (url === null || !/^https?:$/.test(url.protocol) || NOT_A_PERSON.test(url.pathname)) return null;
  return NETWORKS.find(({ host, path }) => host.test(url.hostname) && path.test(url.pathname))?.kind ?? null;
}

export function isSocialLink(href: string): boolean {
  return networkOf(href) !== null;
}

/** Whether the URL is where sites keep the pages of their people. */
export function isPersonPath(href: string): boolean {
  return PERSON_PATH.test(URL.parse(href)?.pathname ?? '');
}

/** Whether the URL of a profile contains a part of the name: /in/jane-doe, /janedoe. */
export function spellsName(href: string, name: string): boolean {
  const path = flatten(decodeURIComponentSafe(URL.parse(href)?.pathname ?? ''));
  return name
    .split(' ')
    .map(flatten)
    .some((word) => word.length > 2 && path.includes(word));
}

export function sortLinks(links: readonly string[], site: string): PersonLinks {
  const networks = links.map(networkOf);
  const first = (network: ReturnType<typeof networkOf>) => links[networks.indexOf(network)];
  const twitter = first('twitter');
  const profile = first('linkedin') ?? first('other');
  const url = links.find((href, i) => networks[i] === null && isPageOf(href, site));
  return { ...(url ? { url } : {}), ...(profile ? { profile } : {}), ...(twitter ? { twitter } : {}) };
}

function isPageOf(href: string, site: string): boolean {
  const url = URL.parse(href);
  return url !== null && /^https?:$/.test(url.protocol) && url.pathname.length > 1 && domainOf(href) === site;
}

function decodeURIComponentSafe(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
