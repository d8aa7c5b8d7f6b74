// Whether there is a page at all: an error with a good status, a domain for sale, or a bot check in front of the page.
import { checkWords, namesBotCheck } from '../pages/bot-check.ts';
import { errorCodeIn, isAboutErrors, MESSAGE_WORDS, saysNotFound } from '../pages/error-titles.ts';
import type { PageFacts } from '../pages/page-facts.ts';
import { titlesOf } from '../pages/page-titles.ts';
import type { PageText } from './page-text.ts';
import { quote } from './quote.ts';

const FIRST_BLOCKS = 15;

const FAILED =
  /\b(?:internal server error|bad gateway|gateway time-?out|service (?:temporarily )?unavailable|error establishing a database connection|account (?:has been )?suspended|site (?:is )?(?:temporarily )?(?:down|unavailable)|(?:fatal|database) error)\b/i;

const SALE = new RegExp(
  [
    String.raw`\bdomain(?: name)?\b.{0,50}\b(?:(?:is|may be|might be|are) (?:now |also )?(?:for sale|available for (?:sale|purchase))|for sale|is parked|has expired)|\b(?:buy|purchase|own|get) this (?:premium )?domain\b|\bdomain parking\b|\bparked (?:free|domain|page)\b|\bmake an offer (?:on|for) this domain`,
    String.raw`\bdomain\b.{0,50}(?:steht zum verkauf|zu verkaufen|ist geparkt)|diese domain kaufen`,
    String.raw`\b(?:nom de )?domaine\b.{0,50}(?:est )?(?:à vendre|en vente|parqué)`,
    String.raw`\bdominio\b.{0,50}(?:en venta|a la venta|estacionado|in vendita|parcheggiato)`,
    String.raw`domínio\b.{0,50}(?:à venda|estacionado)`,
    String.raw`\bdomein(?:naam)?\b.{0,50}(?:te koop|geparkeerd)`,
    String.raw`\bdomen[ay]\b.{0,50}(?:na sprzedaż|zaparkowan)`,
    'домен.{0,50}(?:прода[её]тся|выставлен на продажу|припаркован)',
    'ドメイン.{0,20}(?:販売中|売却|売り出し|購入できます)',
    '(?:域名|網域).{0,20}(?:出售|待售|转让|轉讓)|购买(?:此|该)域名',
  ].join('|'),
  'iu',
);
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
  const offer = [...titles, ...firstLines(facts)].find((line) => SALE.test(line) || DEFAULT.test(line));
  return offer === undefined ? { kind: 'page' } : { kind: 'parked', fact: quote(offer) };
}

function isErrorMessage(title: string): boolean {
  return saysNotFound(title) || ((FAILED.test(title) || errorCodeIn(title) !== '') && !isAboutErrors(title));
}

function firstLines(facts: PageFacts): string[] {
  return facts.blocks.slice(0, FIRST_BLOCKS).map((block) => block.text.slice(0, 300));
}
