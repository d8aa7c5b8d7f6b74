// Whether there is a page at all: an error with a good status, a domain for sale, or a bot check in front of the page.
import { checkWords, namesBotCheck, titlesOf } from '../pages/bot-check.ts';
import type { PageFacts } from '../pages/page-facts.ts';
import type { PageText } from './page-text.ts';
import { quote } from './quote.ts';

/** Longer pages are articles about the topic. Menus and footers are not counted. */
const MESSAGE_WORDS = 120;
const FIRST_BLOCKS = 15;

const NOT_FOUND = new RegExp(
  [
    String.raw`\b(?:page|site|content|article|post|url|file|resource|product|listing) (?:you (?:requested|are looking for) )?(?:was |is |could |has )?(?:not (?:be )?found|missing|unavailable|(?:does|did) ?n[o'’]t exist|no longer (?:exists?|available)|been (?:removed|deleted))`,
    String.raw`^(?:oops\W*|sorry\W*)?(?:page |file )?not found\b|\b(?:can[’'n]?o?t|cannot|couldn[’']t|could not|can not) (?:find|be found|locate)\b|\bnothing (?:was )?found\b`,
    'seite (?:wurde |konnte )?(?:leider )?nicht gefunden|seite existiert nicht|nicht gefunden$',
    "page (?:est )?(?:non trouvée|introuvable)|page n[’']existe (?:pas|plus)",
    'página no (?:encontrada|existe)|no (?:se )?(?:ha encontrado|encuentra|pudimos encontrar|hemos encontrado) (?:la|esta) página',
    'pagina non (?:è stata )?trovata|pagina (?:inesistente|non esiste)',
    'página não (?:foi )?(?:encontrada|existe)',
    'pagina (?:is )?niet gevonden|pagina bestaat niet',
    'stron[ay] nie (?:została |zostala )?(?:znaleziono|znaleziona|istnieje)|nie znaleziono strony',
    'страница не (?:найдена|существует)|не найдено$',
    'ページ[はが](?:見つかりません|存在しません)|ページは(?:削除|移動)され',
    '(?:页面|頁面|网页|網頁|内容)(?:不存在|未找到|找不到|已(?:被)?(?:删除|刪除))|找不到(?:该|此|您|這個|这个)?.{0,6}(?:页|頁)',
  ].join('|'),
  'iu',
);
const FAILED =
  /\b(?:internal server error|bad gateway|gateway time-?out|service (?:temporarily )?unavailable|error establishing a database connection|account (?:has been )?suspended|site (?:is )?(?:temporarily )?(?:down|unavailable)|(?:fatal|database) error)\b/i;
/** A code and nothing but words for 'error'. */
const CODE =
  /^(?:(?:http|error|erreur|fehler|errore|erro|fout|błąd|ошибка|エラー|错误|錯誤)[\s:#-]*)*(?:404|410|500|502|503)(?:[\s:.!,–—-]*(?:error|page|seite|not|found|gone|erreur|fehler|errore|erro|ошибка|エラー))*[\s.!]*$/iu;
const ABOUT =
  /\b(?:how|why|what|fix(?:ing)?|guide|wie|warum|comment|pourquoi|cómo|come|perché|como|hoe|jak|как)\b|方法|怎么/iu;

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
  return (NOT_FOUND.test(title) || FAILED.test(title) || CODE.test(title)) && !ABOUT.test(title);
}

function firstLines(facts: PageFacts): string[] {
  return facts.blocks.slice(0, FIRST_BLOCKS).map((block) => block.text.slice(0, 300));
}
