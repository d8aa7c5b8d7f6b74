// Pages that exist for their links. Two patterns are sure enough: anchors of several spam trades on one page, seen or hidden, and
// the same commercial anchors leading to several sites each.
import { AREA, type PageFacts } from '../pages/page-facts.ts';
import { createWordTest } from '../pages/scanning/word-finder.ts';
import { linksElsewhere, type OutgoingLink } from './outgoing.ts';
import { quote } from './quote.ts';

/** Trades that buy links in bulk. An honest page may link to one of them. */
const TRADES: readonly RegExp[] = [
  /\b(?:casino|kasino|cassino|online slots?|slot gacor|togel|judi(?: online)?|poker online|roulette online|bandar(?:qq)?|baccarat)s?\b|казино|игровые автоматы|カジノ|赌场|賭場|娱乐城/iu,
  /\b(?:sports? ?betting|betting sites?|sportsbook|bookmaker|sportwetten|paris sportifs?|apuestas deportivas|scommesse|apostas esportivas|zakłady bukmacherskie)\b|букмекер|ставки на спорт|ブックメーカー|博彩/iu,
  /\b(?:viagra|cialis|kamagra|levitra|tadalafil|sildenafil|xanax|tramadol|phentermine|steroids? (?:for sale|online)|buy (?:ambien|adderall|oxycodone))\b|виагра|バイアグラ|伟哥/iu,
  /\b(?:payday (?:loan|advance)s?|quick loans?|bad credit loans?|instant loans?|loans? (?:online|no credit check)|kredit ohne schufa|prêt rapide|préstamos rápidos|prestiti veloci|empréstimo rápido|snel lenen|chwilówk[ai])\b|займ(?:ы)? онлайн|микрозайм|即日融資|小额贷款/iu,
  /\b(?:escorts?|call girls?|porn|xxx|sex ?cams?|adult dating|hookup sites?|sex toys?)\b|эскорт|порно|出会い系|色情/iu,
  /\b(?:essay writing services?|buy (?:an )?essays?|write my (?:essay|paper)|dissertation (?:help|writing)|ghostwriter (?:bachelorarbeit|hausarbeit)|homework help)\b|заказать (?:курсовую|диплом)|代写/iu,
  /\b(?:replica (?:watch(?:es)?|bags?|handbags?)|rolex replica|fake (?:id|rolex|diploma)s?|counterfeit)\b|реплики часов|高仿/iu,
  /\b(?:cbd (?:oil|gummies)|kratom|delta[- ]?8|vape (?:shop|juice)|weight loss pills?|diet pills?|keto (?:gummies|pills))\b/iu,
  /\b(?:forex (?:signals?|broker)|crypto (?:signals?|casino|doubler)|binary options|bitcoin (?:doubler|mixer))\b|бинарные опционы/iu,
  /\b(?:buy (?:backlinks|followers|likes|subscribers|traffic)|cheap seo|smm panel|seo backlinks)\b|накрутка подписчиков/iu,
];
/** Parts of the words above, so that most anchors are never tested by the patterns. */
const mayNameTrade = createWordTest(
  `asino slot togel judi poker roulette bandar baccarat казино автомат カジノ 场 場 娱乐 bett book wett sportif apuesta scommess aposta
    bukmach букмекер ставки ブック 博彩 viagra cialis kamagra levitra fil xanax trama phent steroid buy виагра バイ 伟哥 loan payday schufa
    prêt préstamo prestit empr lenen chwil займ 融資 贷款 escort girl porn xxx sex dating hookup эскорт порно 出会 色情 essay paper dissert
    ghostw homework заказать 代写 replica fake counterf реплик 高仿 cbd kratom delta vape pills keto forex crypto binary bitcoin бинарн seo
    smm накрутк`.split(/\s+/),
);
const TRADES_NEEDED = 3;
const SITES_NEEDED = 3;

/** Anchors that say where a link leads and nothing else, in any context. */
const GENERIC =
  /^(?:learn more|read more|more|visit|website|web ?site|home ?page|visit (?:home ?page|website|us|site)|click here|here|link|source|case stud(?:y|ies)|download|details|view|shop now|buy now|apply|register|pdf|article|crossref|medline|pubmed(?: central)?|google scholar|view article|facebook|twitter|instagram|linkedin|youtube|pinterest|tiktok|privacy policy|terms(?: of (?:use|service))?|about|about us|contact|contact us|careers|jobs|blog|news|login|log in|sign in|subscribe|advertise|imprint|impressum|datenschutz|mehr|weiterlesen|en savoir plus|más información|leggi tutto|saiba mais|lees meer|więcej|подробнее|続きを読む|更多)$/i;
const ANCHOR = { least: 5, most: 60 };
/** Several anchors must lead to more than one site each, to several sites in all, and most links must have such an anchor: in
 * an honest list of lists, some are called 'The best books of 2025', too. */
const SITES_PER_ANCHOR = 2;
const ANCHORS_NEEDED = 3;
const SHARED_SITES = 4;
const SHARE = 0.7;
/** A farm has little text between its links. */
const CHARACTERS_PER_LINK = 80;

const UNASKED = AREA.comments | AREA.trap;

/** Some of the anchors; null if the page doesn't look like one of a link farm. `characters`: how much text it has. */
export function findLinkFarm(facts: PageFacts, outgoing: readonly OutgoingLink[], characters: number): string | null {
  const own = outgoing.filter(({ area }) => !(area & UNASKED));
  const candidates = own.filter(({ text }) => text.length <= ANCHOR.most && mayNameTrade(text));
  const anchors = mixedTrades(candidates) ?? hiddenTrades(facts) ?? sharedAnchors(own, characters);
  return anchors === null ? null : quote(anchors.slice(0, 4).join(', '));
}

/** Links that only search engines see. Menus and panels that a click opens are honest. */
function hiddenTrades(facts: PageFacts): string[] | null {
  for (const [index, { onDemand, text }] of facts.hiddenElements.entries()) {
    if (onDemand || !mayNameTrade(text)) continue;
    const found = TRADES.map((pattern) => pattern.exec(text)?.[0]).filter((one) => one !== undefined);
    if (found.length < TRADES_NEEDED) continue;
    const sites = new Set(linksElsewhere(facts, ({ hiddenBy }) => hiddenBy === index).map(({ domain }) => domain));
    return sites.size >= SITES_NEEDED ? found : null;
  }
  return null;
}

function mixedTrades(links: readonly OutgoingLink[]): string[] | null {
  const found = new Map<number, string>();
  const sites = new Set<string>();
  for (const { text, domain } of links) {
    const trade = TRADES.findIndex((pattern) => pattern.test(text));
    if (trade < 0) continue;
    if (!found.has(trade)) found.set(trade, text);
    sites.add(domain);
  }
  return found.size >= TRADES_NEEDED && sites.size >= SITES_NEEDED ? [...found.values()] : null;
}

function sharedAnchors(links: readonly OutgoingLink[], characters: number): string[] | null {
  if (characters > CHARACTERS_PER_LINK * links.length) return null;
  const sites = new Map<string, Set<string>>();
  for (const { text, domain } of links) {
    const anchor = text.trim().toLowerCase();
    const isPhrase = anchor.length >= ANCHOR.least && anchor.length <= ANCHOR.most && anchor.includes(' ');
    if (!isPhrase || GENERIC.test(anchor)) continue;
    const known = sites.get(anchor) ?? new Set();
    sites.set(anchor, known.add(domain));
  }
  const shared = [...sites].filter(([, { size }]) => size >= SITES_PER_ANCHOR).map(([anchor]) => anchor);
  if (shared.length < ANCHORS_NEEDED) return null;
  const sharing = links.filter(({ text }) => (sites.get(text.trim().toLowerCase())?.size ?? 0) >= SITES_PER_ANCHOR);
  const isFarm =
    sharing.length >= SHARE * links.length && new Set(sharing.map(({ domain }) => domain)).size >= SHARED_SITES;
  return isFarm ? shared : null;
}
