// Which pages of a site say who works there: by the words of a link and its URL, in common languages.

import { memoizeObjects } from '../../platform/memoize-objects.ts';
import { memoizeTexts } from '../memoize-texts.ts';
import { AREA, type PageFacts } from '../pages/page-facts.ts';
import { domainOf, toPageUrl } from '../pages/page-url.ts';
import type { SitePageKind } from './person.ts';

export interface SitePageLink {
  url: string;
  /** The same for every spelling of the URL. */
  key: string;
  kind: SitePageKind;
  /** Higher is visited first. */
  worth: number;
}

type Kind = 'team' | 'about' | 'contact' | 'imprint' | 'author';

const WORDS: Record<Exclude<Kind, 'author'>, RegExp> = {
  team: /^(?:(?:our|the|meet(?:[ -]the)?|editorial|management|unser|das|notre|nuestro|il|ons|leadership)[ -])?(?:team|people|staff|masthead|crew|editors|writers|authors|contributors|leadership|management|redaktion|mitarbeiter|autoren|[ée]quipe|auteurs|equipo|autores|autori|autorzy|squadra|redazione|redactie|redakcja|redacci[oó]n|reda[cç][aã]o|medewerkers|zesp[oó][lł]|команда|редакция|авторы|編集部|スタッフ|メンバー|チーム|团队|團隊|我们的团队|编辑团队|作者)(?:[ -](?:members|page|team))?$|^(?:who[ -]we[ -]are|qui[ -]sommes[ -]nous|qui[eé]nes[ -]somos|chi[ -]siamo|wer[ -]wir[ -]sind|wie[ -]zijn[ -]wij|wie[ -]we[ -]zijn|quem[ -]somos|kim[ -]jeste[sś]my|кто[ -]мы|the[ -]people|meet[ -]us)$/i,
  about:
    /^(?:about(?:[ -](?:us|me|the[ -]author|this[ -]site|the[ -]site|.{2,25}))?|our[ -]story|my[ -]story|(?:ü|ue)ber[ -](?:uns|mich|.{2,25})|[àa][ -]propos(?:[ -]de[ -].{2,25})?|sobre(?:[ -](?:nosotros|m[ií]|n[oó]s))?|acerca[ -]de.*|over[ -](?:ons|mij)|om[ -](?:oss|os|mig)|o[ -]nas|hakk[ıi]m[ıi]zda|о[ -]нас|о[ -]сайте|о[ -]проекте|chi[ -]siamo|su[ -]di[ -]noi|sobre[ -]a[ -].{2,25}|o[ -]mnie|会社概要|会社案内|運営会社|運営者情報|私たちについて|このサイトについて|关于我们|關於我們|关于|公司简介|company|profile)$/i,
  contact:
    /^(?:contact(?:[ -](?:us|me|details|form))?|kontakt|contacto|contatti|contato|contacte?r?|contactez[ -]nous|get[ -]in[ -]touch|reach[ -]us|write[ -](?:for|to)[ -]us|ons[ -]contact|impressum.*kontakt|kontakt.*impressum|контакты|свяжитесь[ -]с[ -]нами|contatta(?:ci)?|contact[ -]opnemen|fale[ -]conosco|contacta(?:nos)?|お問い?合わせ|連絡先|联系我们|聯繫我們|联系|iletişim|advertise(?:[ -]with[ -]us)?|contribute|guest[ -]posts?|submissions?)$/i,
  imprint:
    /^(?:impressum|imprint|legal[ -]notice|mentions?[ -]l[ée]gales|aviso[ -]legal|note[ -]legali|informazioni[ -]legali|aviso[ -]legal|informa[cç][oõ]es[ -]legais|ficha[ -]t[eé]cnica|juridische[ -]informatie|informacje[ -]prawne|stopka[ -]redakcyjna|nota[ -]prawna|выходные[ -]данные|правовая[ -]информация|реквизиты|特定商取引法.*|運営者情報|法律声明|版权声明|colofon|colophon)$/i,
};
const AUTHOR_PATH =
  /\/(?:authors?|autor(?:en|es)?|auteurs?|people|team|staff|contributors?|writers?|profile|user|by)\/[^/]+\/?$|^\/@[^/]+\/?$/i;
const WORTH: Record<Kind, number> = { team: 100, about: 80, imprint: 70, contact: 60, author: 30 };

// Where such a page is if nothing links to it, most common first.
const COMMON_PATHS: readonly [string, Kind][] = [
  ['/about', 'about'],
  ['/contact', 'contact'],
  ['/team', 'team'],
  ['/about-us', 'about'],
  ['/impressum', 'imprint'],
];

/**
 * The links from a page to such pages of the same site, best first, without duplicates. Computed once per page, because every
 * backlink of a site asks again.
 */
export const linksToSitePages = memoizeObjects((facts: PageFacts): SitePageLink[] => {
  const found = new Map<string, SitePageLink>();
  const own = partsOf(facts.url).host;
  const site = domainOf(facts.url);
  for (const link of facts.links) {
    if (link.area & (AREA.hidden | AREA.trap | AREA.comments)) continue;
    const url = toPageUrl(link.href, facts.base);
    if (url === null) continue;
    const { host, path } = partsOf(url);
    if (host !== own && domainOf(url) !== site) continue;
    const kind = kindOf(path, link.text || link.title, link.rel);
    if (kind === null) continue;
    // In the menu or footer it is the site's own page; in running text it may be about anything.
    const inMenu = link.inContent ? 0 : 5;
    const worth = WORTH[kind] + inMenu;
    if ((found.get(url)?.worth ?? 0) < worth) found.set(url, { url, key: pageKey(url), kind, worth });
  }
  return [...found.values()].sort((a, b) => b.worth - a.worth);
});

/** Host with port, and path, of a normalized URL. */
function partsOf(url: string): { host: string; path: string } {
  const [, host = '', path = '/'] = /^https?:\/\/([^/?#]+)([^?#]*)/.exec(url) ?? [];
  return { host, path };
}

/** Where this site may have pages of the other kinds. */
export function commonSitePages(home: string, kinds: ReadonlySet<SitePageKind>): SitePageLink[] {
  return COMMON_PATHS.filter(([, kind]) => !kinds.has(kind)).map(([path, kind]) => {
    const url = home.slice(0, -1) + path;
    return { url, key: pageKey(url), kind, worth: 1 };
  });
}

/** The same page with or without a trailing slash, www or https. */
export function pageKey(url: string): string {
  return (toPageUrl(url) ?? url).replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/(?=$|\?)/, '');
}

// Every page of a site has the same menu.
const KEPT_TEXTS = 2_000;
const NAMED_KINDS = ['team', 'imprint', 'contact', 'about'] as const;
const kindsNamed = memoizeTexts(KEPT_TEXTS, (words): readonly Kind[] =>
  NAMED_KINDS.filter((kind) => WORDS[kind].test(words)),
);
const kindsOfPath = memoizeTexts(KEPT_TEXTS, (pathname): readonly Kind[] =>
  AUTHOR_PATH.test(pathname) ? ['author'] : kindsNamed(lastSegment(pathname)),
);

/** What the URL alone says about the kind of page; 'given' if nothing. */
export function kindOfUrl(url: string): SitePageKind {
  const { path } = partsOf(url);
  return path === '/' && !url.includes('?') ? 'home' : (kindsOfPath(path)[0] ?? 'given');
}

function kindOf(pathname: string, text: string, rel: string): Kind | null {
  const byPath = kindsOfPath(pathname);
  if (byPath[0] === 'author' || /\bauthor\b/.test(rel)) return 'author';
  const words = text.replace(/\s+/g, ' ').trim();
  const byWords = words.length <= 40 ? kindsNamed(words) : [];
  // 'About golf' in a menu is a section unless its URL says about too.
  const isSection = () => !/^(?:about|[üu]e?ber|à|a|sobre|over|om)(?:[ -]\w+)?$/iu.test(words);
  const fits = (kind: Kind) => byPath.includes(kind) || (byWords.includes(kind) && !(kind === 'about' && isSection()));
  return NAMED_KINDS.find(fits) ?? null;
}

function lastSegment(pathname: string): string {
  const last =
    pathname
      .split('/')
      .filter((part) => part !== '')
      .at(-1) ?? '';
  try {
    return decodeURIComponent(last)
      .replace(/\.\w{2,5}$/, '')
      .replace(/^[\w]+:/, '')
      .replaceAll('_', '-');
  } catch {
    return last;
  }
}
