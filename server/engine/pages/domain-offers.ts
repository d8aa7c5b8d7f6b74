// What the pages of parked domains, and of domains for sale, say. Sites that sell domains, or host them, say similar things in their menus.
import { AREA, type PageFacts } from './page-facts.ts';
import { titlesOf } from './page-titles.ts';

const FIRST_BLOCKS = 15;
const LINE_CHARACTERS = 300;

const SALE = new RegExp(
  [
    String.raw`\bdomain\b.{0,50}\b(?:(?:is|may be|might be) (?:now |also )?(?:for sale|available for (?:sale|purchase)|parked)|has expired)\b|\bdomain (?:name )?(?!names )(?:\S{1,80} )?for sale\b|\bdomain (?:name )?(?:has been )?(?:parked|expired)\b|\b(?:buy|purchase|own|get) this (?:premium )?domain\b|\bparked (?:free|domain|page)\b|\bmake an offer (?:on|for) this domain`,
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

export function offersDomain(line: string): boolean {
  return SALE.test(line);
}

/** The titles, and the start of the content without menus and footers. */
export function firstLinesOf(facts: PageFacts): string[] {
  const content = facts.blocks.filter(({ area }) => !(area & (AREA.nav | AREA.footer)));
  return [...titlesOf(facts), ...content.slice(0, FIRST_BLOCKS).map(({ text }) => text.slice(0, LINE_CHARACTERS))];
}
