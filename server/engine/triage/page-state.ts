// Whether there is a page at all: an error with a good status, a domain for sale, or a bot check in front of the page.
import { checkWords, namesBotCheck } from '../pages/bot-check.ts';
import { firstLinesOf, offersDomain } from '../pages/domain-offers.ts';
import { errorCodeIn, isAboutErrors, MESSAGE_WORDS, saysNotFound } from '../pages/error-titles.ts';
import type { PageFacts } from '../pages/page-facts.ts';
import { titlesOf } from '../pages/page-titles.ts';
import type { PageText } from './page-text.ts';
import { quote } from './quote.ts';

const FAILED =
  /\b(?:internal server error|bad gateway|gateway time-?out|service (?:temporarily )?unavailable|error establishing a database connection|account (?:has been )?suspended|site (?:is )?(?:temporarily )?(?:down|unavailable)|(?:fatal|database) error)\b/i;

/** What a web server shows before anyone has put a site on it. */
const DEFAULT =
  /^(?:welcome to (?:nginx|openresty|caddy)\b|apache2? .{0,30}default page|test page for (?:the )?(?:apache|nginx)|iis windows server|default web site page|it works!$|index of \/$|future home of something quite cool|plesk .{0,20}default page|web server's default page)/iu;

export type PageState = { kind: 'error' | 'parked'; fact: string } | { kind: 'unseen' } | { kind: 'page' };

export function stateOf(status: number, facts: PageFacts, { words }: PageText): PageState {
  if (status >= 400) return { kind: 'error', fact: String(status) };
  const titles = titlesOf(facts);
  if (words < checkWords && titles.some(namesBotCheck)) return { kind: 'unseen' };
  if (words >= MESSAGE_WORDS) return { kind: 'page' };
  const message = titles.find(isErrorMessage);
  if (message !== undefined) return { kind: 'error', fact: quote(message) };
  const offer = firstLinesOf(facts).find((line) => offersDomain(line) || DEFAULT.test(line));
  return offer === undefined ? { kind: 'page' } : { kind: 'parked', fact: quote(offer) };
}

function isErrorMessage(title: string): boolean {
  return saysNotFound(title) || ((FAILED.test(title) || errorCodeIn(title) !== '') && !isAboutErrors(title));
}
