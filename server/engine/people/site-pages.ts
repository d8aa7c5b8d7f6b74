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

const ENGLISH_ARTICLE = 'our|the|meet(?:[ -](?:the|our))?';
/** Before a word for the team. Single letters only before words of their own language: 'a-team' is a series. */
const ARTICLE = `(?:(?:${ENGLISH_ARTICLE}|das|die|unsere?|la|le|les|notre|nos|el|los|las|nuestr[oa]s?|il|gli|(?:il|la|i)[ -]nostr[oai]|de|het|ons|onze|nasz|nasi|nossa|nossos)[ -]|l['’ -])?`;
const TEAM_WORD =
  'team|staff|redaktion(?:en|steam)?|mitarbeiter|autoren(?:team)?|[ée]quipe|auteurs|r[ée]daction|equipo|autores|autori|autorzy|squadra|redazione|redactie|redakcja|redacci[oó]n|reda[cç][aã]o|medewerkers|zesp[oó][lł]|команда|редакция|авторы';
const ENGLISH_TEAM = `(?:(?:${ENGLISH_ARTICLE})[ -])?(?:(?:editorial|management|leadership)[ -])?(?:team|people|staff|masthead|crew|editors|writers|authors|contributors|leadership|management)`;
const OTHER_TEAM =
  'our[ -]experts|meet[ -](?:the|our)[ -]experts|a[ -](?:equipe|reda[cç][aã]o)|os[ -]autores|o[ -]redakcji|編集部|(?:執筆者|スタッフ|メンバー)(?:一覧|紹介)?|チーム|团队|團隊|我们的团队|编辑团队|作者|who[ -]we[ -]are|qui[ -]sommes[ -]nous|qui[eé]nes[ -]somos|chi[ -]siamo|wer[ -]wir[ -]sind|wie[ -]zijn[ -]wij|wie[ -]we[ -]zijn|quem[ -]somos|kim[ -]jeste[sś]my|кто[ -]мы|meet[ -]us';
/** About the site, wherever the link leads. */
const ABOUT_SITE =
  'about(?:[ -]\\w+)?|our[ -]story|my[ -]story|(?:ü|ue)ber[ -]\\w{2,}|[àa][ -]propos(?:[ -]de[ -](?:nous|moi))?|qui[ -]suis[ -]je|sobre(?:[ -](?:nosotros|m[ií]|n[oó]s))?|acerca[ -]de(?:[ -](?:nosotros|m[ií]))?|nosotros|over[ -](?:ons|mij)|om[ -](?:oss|os|mig)|o[ -]nas|o[ -]mnie|hakk[ıi]m[ıi]zda|о[ -]нас|о[ -]сайте|о[ -]проекте|su[ -]di[ -]noi|会社概要|会社案内|運営会社|私たちについて|このサイトについて|关于我们|關於我們|关于|公司简介';
/** May be about a topic, unless it is in the URL. */
const ABOUT_TOPIC =
  'about[ -].{2,25}|(?:ü|ue)ber[ -].{2,25}|[àa][ -]propos[ -]de[ -].{2,25}|acerca[ -]de.*|sobre[ -]a[ -].{2,25}|company|profile';

const NAMES_SITE = new RegExp(`^(?:${ABOUT_SITE})$`, 'i');
const WORDS: Record<Exclude<Kind, 'author'>, RegExp> = {
  team: new RegExp(
    `^(?:(?:${ARTICLE}(?:${TEAM_WORD})|${ENGLISH_TEAM})(?:[ -](?:members|page|team|directory|editorial|[ée]ditoriale))?|${OTHER_TEAM})$`,
    'i',
  ),
  about: new RegExp(`^(?:${ABOUT_SITE}|${ABOUT_TOPIC})$`, 'i'),
  contact:
    /^(?:contact(?:[ -](?:us|me|details|form))?|kontakta?(?:[ -](?:oss|os))?|contacto|contatti|contato|contacte?r?|contactez[ -](?:nous|moi)|(?:nous|me)[ -]contacter|get[ -]in[ -]touch|reach[ -]us|write[ -](?:for|to)[ -]us|ons[ -]contact|impressum.*kontakt|kontakt.*impressum|контакты|свяжитесь[ -]с[ -]нами|contatta(?:ci)?|contact[ -]opnemen|neem[ -]contact[ -](?:met[ -]ons[ -])?op|fale[ -]conosco|entre[ -]em[ -]contac?to|contacta(?:nos)?|wsp[oó][lł]praca|お問い?合わせ|連絡先|联系我们|聯繫我們|联系|iletişim|advertise(?:[ -]with[ -]us)?|contribute|guest[ -]posts?|submissions?)$/i,
  imprint:
    /^(?:impressum|impressum.*datenschutz(?:erkl(?:ä|ae)rung|hinweise?)?|datenschutz.*impressum|imprint|legal[ -]notice|mentions?[ -]l[ée]gales|aviso[ -]legal|note[ -]legali|informazioni[ -]legali|informa[cç][oõ]es[ -]legais|ficha[ -]t[eé]cnica|expediente|juridische[ -]informatie|informacje[ -]prawne|stopka[ -]redakcyjna|nota[ -]prawna|выходные[ -]данные|правовая[ -]информация|реквизиты|特定商取引法.*|運営者(?:情報)?|法律声明|版权声明|colofon|colophon)$/i,
};
const AUTHOR_PATH =
  /\/(?:authors?|autor(?:en|es)?|auteurs?|people|team|staff|contributors?|writers?|profile|user|by)\/[^/]+\/?$|^\/@[^/]+\/?$/i;
const WORTH: Record<Kind, number> = { team: 100, about: 80, imprint: 70, contact: 60, author: 30 };

type Guess = readonly [path: string, kind: Kind];
// Where such a page is if nothing links to it, most common first.
const COMMON_PATHS: readonly Guess[] = [
  ['/about', 'about'],
  ['/contact', 'contact'],
  ['/team', 'team'],
  ['/about-us', 'about'],
  ['/impressum', 'imprint'],
];
/** The same by language: German pages link to /kontakt four times as often as to /about. */
const PATHS_ELSEWHERE: Readonly<Record<string, readonly Guess[]>> = {
  de: [
    ['/impressum', 'imprint'],
    ['/kontakt', 'contact'],
    ['/ueber-uns', 'about'],
  ],
  fr: [
    ['/contact', 'contact'],
    ['/mentions-legales', 'imprint'],
    ['/a-propos', 'about'],
  ],
  es: [
    ['/contacto', 'contact'],
    ['/quienes-somos', 'team'],
  ],
  it: [
    ['/contatti', 'contact'],
    ['/chi-siamo', 'team'],
  ],
  nl: [
    ['/contact', 'contact'],
    ['/over-ons', 'about'],
  ],
  pl: [
    ['/kontakt', 'contact'],
    ['/o-nas', 'about'],
  ],
};

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

/** Where this site may have pages of the other kinds. `lang`: the language its pages state. */
export function commonSitePages(home: string, kinds: ReadonlySet<SitePageKind>, lang: string): SitePageLink[] {
  const paths = [...(PATHS_ELSEWHERE[lang.slice(0, 2).toLowerCase()] ?? []), ...COMMON_PATHS];
  return paths
    .filter(([, kind]) => !kinds.has(kind))
    .map(([path, kind]) => {
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
  const named = words.length <= 40 ? words.replace(/^[¿\s]+|[?\s]+$/g, '') : '';
  const byWords = kindsNamed(named);
  // 'About golf and its rules' in a menu is a section unless its URL says about too.
  const fits = (kind: Kind) =>
    byPath.includes(kind) || (byWords.includes(kind) && (kind !== 'about' || NAMES_SITE.test(named)));
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
