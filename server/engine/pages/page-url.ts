// The normalized URL for the index, and the domain it belongs to. Pages of a site name the same URLs again and again, and parsing
// one takes 20 times as long as a cache lookup.

import { getDomain } from 'tldts';
import { memoizeTexts } from '../memoize-texts.ts';
import { hasHostPerUser } from './platforms.ts';

const MAX_LENGTH = 2000;
const KEPT = 10_000;
/** Pages of a crawl link to far more hosts than those of a site. */
const KEPT_HOSTS = 50_000;
// Parameters that say where a visitor came from and change nothing on the page.
const TRACKING = new RegExp(
  `^(?:${[
    'utm_\\w+|(?:mtm|pk|piwik|hsa|vero|oly|gad)_\\w+|_hs(?:enc|mi)|__hs\\w+|__s|_ga|_gl|_ke|_openstat',
    'fbclid|gclid|gclsrc|gbraid|wbraid|dclid|srsltid|msclkid|yclid|ysclid|twclid|ttclid|li_fat_id|epik|rdt_cid',
    'mc_[ce]id|mkt_tok|igshid?|ref_src|irclickid|wickedid|s_kwcid|ef_id|spm|trk(?:Campaign|Info)?|cmpid|icid|ncid',
  ].join('|')})$`,
  'i',
);
// Session parameters; each visit gets another one for the same page.
const SESSION =
  /^(?:phpsessid|jsessionid|aspsessionid\w*|asp\.net_sessionid|sid|sess(?:ion)?_?id|oscsid|zenid|cfid|cftoken)$/i;
// A short number is more likely a section or a shop than a session.
const NO_SESSION = /^\d{0,5}$/;
const SESSION_IN_PATH = /;(?:jsessionid|phpsessid|sid)=[^/;?#]*/gi;
const ABSOLUTE = /^https?:\/\/\w/i;
/** A path from the root of its site, and what precedes the path of a page there. */
const ROOTED = /^\/(?:\w|$)/;
const ORIGIN = /^https?:\/\/[^/\\?#@\s]+(?=\/)/;

/** The absolute URL without fragment, tracking and session; null if it is not a web URL or too long to keep. */
export function toPageUrl(href: string, base?: string): string | null {
  if (base === undefined || ABSOLUTE.test(href)) return ofAbsolute(href);
  const origin = ROOTED.test(href) ? ORIGIN.exec(base)?.[0] : undefined;
  return origin === undefined ? cleaned(URL.parse(href, base)) : ofAbsolute(origin + href);
}

const ofAbsolute = memoizeTexts(KEPT, (address) => cleaned(URL.parse(address)));

function cleaned(url: URL | null): string | null {
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null;
  // Setting a part serializes the whole URL again, which costs more than reading it.
  if (url.href.includes('#')) url.hash = '';
  if (url.search !== '') {
    for (const [name, value] of [...url.searchParams]) if (isNoise(name, value)) url.searchParams.delete(name, value);
  }
  if (url.pathname.includes(';')) url.pathname = url.pathname.replace(SESSION_IN_PATH, '');
  const text = url.href.endsWith('?') ? url.href.slice(0, -1) : url.href;
  return text.length <= MAX_LENGTH && !text.includes('\0') ? text : null;
}

function isNoise(name: string, value: string): boolean {
  return TRACKING.test(name) || (SESSION.test(name) && !NO_SESSION.test(value));
}

/** A host that parsing its URL would not change, unless it has punycode. Pages link to the same hosts more often than to the same URLs. */
const PLAIN_HOST = /^https?:\/\/((?:[a-z0-9-]+\.)+[a-z]{2,})\//;

/** The registrable domain (a blog on a shared platform counts as its own), or the host if there is none. */
export function domainOf(url: string): string {
  const host = PLAIN_HOST.exec(url)?.[1];
  return host === undefined || host.includes('xn--') ? ofParsed(url) : domainOfHost(host);
}

const ofParsed = memoizeTexts(KEPT, (url) => domainOfHost(URL.parse(url)?.hostname ?? url));

/** Of a host in lower case. */
export const domainOfHost: (host: string) => string = memoizeTexts(KEPT_HOSTS, (host) => {
  const domain = getDomain(host, { allowPrivateDomains: true }) ?? host;
  // The public suffix list names only some of these platforms.
  return hasHostPerUser(domain) ? host.replace(/^www\./, '') : domain;
});
