// What a page with a good status says anyway: go elsewhere, nothing here, domain for sale.

import { countWordsIn } from '../count-words.ts';
import { firstLinesOf, offersDomain } from '../domain-offers.ts';
import { MESSAGE_WORDS, saysNotFound } from '../error-titles.ts';
import { AREA, type PageFacts } from '../page-facts.ts';
import { titlesOf } from '../page-titles.ts';
import { decodeText } from '../scanning/attributes.ts';
import { unconditionalRedirect } from './script-redirect.ts';

export interface PageHints {
  /** A soft 404: says "not found" with a success status. */
  softNotFound: boolean;
  /** A deep URL that redirected to the home page. */
  redirectedToHome: boolean;
  /** A parked domain or one for sale: no one works there. */
  parked: boolean;
}

// A longer refresh is a page that reloads itself, not a redirect.
const MAX_REFRESH_SECONDS = 5;
const FEW_WORDS = 60;
// The page of a parked domain has a short message; 250 words allow for the ads around it.
const PARKED_WORDS = 250;

/** Where the page redirects at once, by <meta http-equiv=refresh> or by a script on an otherwise empty page. */
export function redirectInPage(html: string, facts: PageFacts): string | undefined {
  return otherPage(refreshTarget(facts.refresh) ?? scriptTarget(html, facts), facts);
}

/** The same by the header Refresh, which browsers treat like the element. */
export function redirectInHeader(refresh: string, url: string): string | undefined {
  return otherPage(refreshTarget(refresh), { base: url, url });
}

function otherPage(target: string | undefined, from: Pick<PageFacts, 'base' | 'url'>): string | undefined {
  const url = target === undefined ? null : URL.parse(target, from.base);
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  url.hash = '';
  return url.href === withoutHash(from.url) ? undefined : url.href;
}

function withoutHash(address: string): string {
  return address.replace(/#.*$/s, '');
}

/** Seconds, a separator and an address: `0; url=/new`, `0 /new`, `.5, url='/new'`. */
const REFRESH =
  /^\s*(?=[\d.])(\d*)(?:\.[\d.]*)?(?:\s*[;,]\s*|\s+)(?:url\s*=\s*|(?!url\s*=))(?:"([^"]+)|'([^']+)|([^\s"'].*))/is;

function refreshTarget(refresh: string): string | undefined {
  const [, seconds, ...targets] = REFRESH.exec(refresh) ?? [];
  return Number(seconds) <= MAX_REFRESH_SECONDS ? targets.find((target) => target !== undefined) : undefined;
}

function scriptTarget(html: string, facts: PageFacts): string | undefined {
  if (html.length > 20_000 || countWordsIn(facts.blocks, FEW_WORDS + 1) > FEW_WORDS) return undefined;
  const onload = /<body\b[^>]{0,500}?\sonload\s*=\s*(["'])(.{0,2000}?)\1/is.exec(html)?.[2];
  for (const script of [...facts.locationScripts, decodeText(onload ?? '')]) {
    const target = unconditionalRedirect(script);
    if (target !== undefined) return target;
  }
  return undefined;
}

export function hintsOf(facts: PageFacts, asked: string): PageHints {
  const isShort = countWordsIn(facts.blocks, PARKED_WORDS) < PARKED_WORDS;
  return {
    softNotFound: titlesOf(facts).some(saysNotFound) && isOnlyMessage(facts),
    redirectedToHome: isHome(facts.url) && !isHome(asked),
    parked: isShort && firstLinesOf(facts).some(offersDomain),
  };
}

function isOnlyMessage({ blocks }: PageFacts): boolean {
  const content = blocks.filter(({ area }) => !(area & (AREA.nav | AREA.footer | AREA.comments)));
  return countWordsIn(content, MESSAGE_WORDS) < MESSAGE_WORDS;
}

function isHome(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && /^\/(?:index\.\w+|home\/?)?$/.test(url.pathname) && url.search === '';
}
