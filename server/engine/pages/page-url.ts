// One spelling of an address for the index, and the domain it belongs to.

import { getDomain } from 'tldts';

const MAX_LENGTH = 2000;
// Parameters that say where a reader came from and change nothing on the page.
const TRACKING =
  /^(?:utm_\w+|fbclid|gclid|gbraid|wbraid|dclid|msclkid|mc_[ce]id|igshid|yclid|_hs(?:enc|mi)|ref_src|vero_\w+|oly_\w+)$/i;

/** The absolute address without fragment and tracking; null when it is no web address or too long to keep. */
export function toPageUrl(href: string, base?: string): string | null {
  const url = URL.parse(href, base);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null;
  // Setting a part writes the whole address anew, which costs more than reading it.
  if (url.href.includes('#')) url.hash = '';
  if (url.search !== '') {
    for (const name of [...url.searchParams.keys()]) if (TRACKING.test(name)) url.searchParams.delete(name);
  }
  const text = url.href.endsWith('?') ? url.href.slice(0, -1) : url.href;
  return text.length <= MAX_LENGTH && !text.includes('\0') ? text : null;
}

/** The registrable domain (a blog on a shared platform counts as its own), or the host where there is none. */
export function domainOf(url: string): string {
  const host = URL.parse(url)?.hostname ?? url;
  return getDomain(host, { allowPrivateDomains: true }) ?? host;
}
