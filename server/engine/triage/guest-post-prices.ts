// A price list for guest posts, sponsored articles or links: an offer and a price close to it, on a page that sells.
import type { PageFacts, TextBlock } from '../pages/page-facts.ts';
import { quote } from './quote.ts';

const OFFER = new RegExp(
  [
    String.raw`\b(?:guest|sponsored|paid|advertorial)[ -](?:post|article|blog|content|review)(?:s|ing)?\b|\b(?:link insertion|niche edit)s?\b|\b(?:do-?follow|back) ?links?\b|\badvertorials?\b`,
    String.raw`\b(?:gastbeitr(?:ag|äge)|gastartikel|gesponserte[rn]? (?:artikel|beitr(?:ag|äge))|linkplatzierung)`,
    String.raw`\b(?:articles? (?:sponsorisés?|invités?)|insertion de liens?)`,
    String.raw`\b(?:(?:artículos?|posts?|entradas?) (?:patrocinad[oa]s?|de invitados?|invitad[oa]s?)|enlaces? (?:patrocinados?|dofollow))`,
    String.raw`\b(?:articol[oi] sponsorizzat[oi]|inserimento link)`,
    String.raw`\b(?:(?:artigos?|posts?) patrocinados?|inserção de links?)`,
    String.raw`\b(?:gesponsorde? (?:artikel|blog|bericht)(?:en|s)?|gastblogs?|linkplaatsing)`,
    String.raw`\b(?:artykuł(?:y|ów)? sponsorowan(?:y|e|ych)|wpis(?:y|ów)? (?:gościnn|sponsorowan)(?:y|e|ych))`,
    '(?:гостев(?:ой|ые|ых) пост|размещени[ея] (?:стат|ссыл)|рекламн(?:ая|ой|ые) стат)',
    '記事広告|スポンサー記事|被リンク|软文|軟文|外链|客座文章',
  ].join('|'),
  'iu',
);
/** 'from $50', '120 €', 'USD 80', '5,000円'. */
const PRICE =
  /(?:[$€£₹¥]|\b(?:usd|eur|gbp|inr)\b)\s?\d{1,6}(?:[.,]\d{1,3})?|(?<![\d.,])\d{1,3}(?:[., ]?\d{3})?(?:[.,]\d{2})?\s?(?:[$€£₹₽]|(?:usd|eur|euros?|dollars?|gbp|pln|zł|rub|руб|р\.|円|元|inr|rs)(?![\p{L}]))/iu;
/** How far the price may be from the offer, within one line. */
const NEAR = 80;
/** Longer lines are sentences of an article. */
const LINE = 300;
/** The price may be in the next cells of a table, which have little else in them. */
const CELLS_AFTER = 2;
const CELL = 40;

/** What sellers say of themselves. */
const SELLS =
  /\b(?:our (?:\w+ )?(?:price|pricing|rate|fee|package)s?|(?:price list|rate card|media kit)|we (?:charge|accept|offer|publish|sell)|order (?:now|here)|buy (?:now|a)|per (?:post|article|link)|each (?:post|article|link)|(?:prices?|rates?|packages?) (?:start|from)|advertise (?:with us|here)|contact us)\b|preisliste|unsere preise|mediadaten|kontaktieren sie uns|(?:nos|notre) (?:tarif|prix)|grille tarifaire|nuestr[oa]s (?:precio|tarifa)|nostr[io] (?:prezz|tariff|listin)|listino|(?:nossos|tabela de) preços|(?:onze|ons) (?:prijzen|tarie)|cennik|(?:наши цены|прайс|стоимость размещения)|料金(?:表)?|价格|報價|报价/iu;
/** Articles about what guest posts cost. */
const ABOUT =
  /\b(?:how much|average|typically|usually|guide|cost of|should you|what does)\b|wie viel|combien|cuánto|quanto cost|quanto custa|hoeveel|ile koszt|сколько/iu;

/** The line with the offer and its price; null if there is no price list. `offers`: the blocks that may have one. */
export function findGuestPostPrice(facts: PageFacts, offers: readonly number[]): string | null {
  if (offers.length === 0) return null;
  const heading = facts.blocks[facts.headline]?.text ?? '';
  if (ABOUT.test(`${facts.title.slice(0, 300)}\n${heading.slice(0, 300)}`)) return null;
  let first: string | null = null;
  let isSeller = SELLS.test(`${facts.title.slice(0, 300)}\n${heading.slice(0, 300)}`);
  for (const index of offers) {
    const line = offerWithPrice(facts.blocks, index);
    if (line === null) continue;
    first ??= line;
    isSeller ||= SELLS.test(around(facts.blocks, index));
    if (isSeller) return quote(first);
  }
  return null;
}

function offerWithPrice(blocks: readonly TextBlock[], index: number): string | null {
  const { text = '' } = blocks[index] ?? {};
  if (text.length > LINE || ABOUT.test(text)) return null;
  const offer = OFFER.exec(text);
  if (offer === null) return null;
  const end = offer.index + offer[0].length;
  const near = text.slice(Math.max(0, offer.index - NEAR), end + NEAR);
  if (PRICE.test(near)) return near;
  const cells = blocks.slice(index + 1, index + 1 + CELLS_AFTER).filter((block) => block.text.length <= CELL);
  const price = cells.find((block) => PRICE.test(block.text));
  return price && text.length <= NEAR ? `${text} ${price.text}` : null;
}

/** The lines around an offer. */
function around(blocks: readonly TextBlock[], index: number): string {
  return blocks
    .slice(Math.max(0, index - 8), index + 9)
    .map((block) => block.text.slice(0, LINE))
    .join('\n');
}
