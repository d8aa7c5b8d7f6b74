// Which links lead to a page about a person: on the site itself, in a professional network, on Twitter.

import { networkOf } from '../../../shared/social-networks.ts';
import { flatten } from '../authors/names/person-name.ts';
import { domainOf } from '../pages/page-url.ts';
import type { FoundPerson } from './person.ts';

type PersonLinks = Pick<FoundPerson, 'url' | 'profile' | 'twitter'>;

const PERSON_PATH =
  /\/(?:authors?|autor(?:en|es)?|auteurs?|people|team|staff|contributors?|writers?|profiles?|users?|by|members?|about)\/[^/]+\/?$|^\/@[^/]+\/?$/i;

/** Whether the URL is where sites keep the pages of their people. */
export function isPersonPath(href: string): boolean {
  return PERSON_PATH.test(URL.parse(href)?.pathname ?? '');
}

/** Whether the URL of a profile contains a part of the name: /in/jane-doe, /janedoe. */
export function spellsName(href: string, name: string): boolean {
  return pathSpellsName(flatPath(href), name);
}

/** The letters and digits of a URL's path. */
export function flatPath(href: string): string {
  return flatten(decodeSafely(URL.parse(href)?.pathname ?? ''));
}

export function pathSpellsName(path: string, name: string): boolean {
  return name
    .split(' ')
    .map(flatten)
    .some((word) => word.length > 2 && path.includes(word));
}

export function sortLinks(links: readonly string[], site: string): PersonLinks {
  const networks = links.map(networkOf);
  const twitter = links[networks.indexOf('x')];
  const profile =
    links[networks.indexOf('linkedin')] ?? links.find((_, i) => networks[i] !== null && networks[i] !== 'x');
  const url = links.find((href, i) => networks[i] === null && isPageOf(href, site));
  return { ...(url ? { url } : {}), ...(profile ? { profile } : {}), ...(twitter ? { twitter } : {}) };
}

function isPageOf(href: string, site: string): boolean {
  const url = URL.parse(href);
  return url !== null && /^https?:$/.test(url.protocol) && url.pathname.length > 1 && domainOf(href) === site;
}

/** Without percent-encoding, unless it is broken. */
export function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
