// The questions for the search engines. docs/going-live.md lists these forms for the operator, who pays for them.
import { domainToUnicode } from 'node:url';
import type { Language } from '../../../../shared/search-place.ts';
import { cutWhole } from '../../cut-whole.ts';
import { domainOf } from '../../pages/page-url.ts';

export interface Query {
  text: string;
  /** A quoted phrase, for which an empty result is plausible. */
  isRare: boolean;
}

export interface Mention {
  url: string;
  /** The page's title; empty if unknown. */
  title: string;
}

/** Search engines ignore or refuse longer phrases. */
const maxPhrase = 120;
const topicWords = 6;
/** Google ignores what comes after 32 words. */
const sitesPerQuestion = 8;

/** Questions for pages that may link to this one, most specific first. Each excludes the page's own site. */
export function backlinkQueries({ url, title }: Mention, most: number): Query[] {
  const site = domainOf(url);
  const without = `-site:${site}`;
  const printedSite = printedHost(site);
  const name = withoutSiteName(title);
  const topic = wordsOf(name).slice(0, topicWords).join(' ');
  const address = printedAddress(url);
  const forms: (Query | null)[] = [
    // Pages that print the address.
    address === null ? null : { text: `"${address}" ${without}`, isRare: true },
    // Pages that cite this one by its title.
    isTelling(name) ? { text: `"${phrase(name)}" ${without}`, isRare: true } : null,
    // Pages that name the site and write about the same topic.
    { text: [`"${printedSite}"`, topic, without].filter(Boolean).join(' '), isRare: true },
    // Pages about the same topic: rankings, round-ups and resource lists.
    topic === ''
      ? { text: `${nameOf(printedSite)} ${without}`, isRare: false }
      : { text: `${topic} ${without}`, isRare: false },
  ];
  return distinct(forms.flatMap((form) => form ?? [])).slice(0, most);
}

/** Questions for pages of these sites that may link to this page. */
export function siteQueries({ url, title }: Mention, sites: readonly string[], most: number): Query[] {
  const topic = wordsOf(withoutSiteName(title)).slice(0, topicWords).join(' ');
  const groups = Array.from({ length: Math.ceil(sites.length / sitesPerQuestion) }, (_, group) =>
    sites.slice(group * sitesPerQuestion, (group + 1) * sitesPerQuestion),
  );
  return groups.slice(0, most).map((group) => {
    const among = group.map((site) => `site:${site}`).join(' OR ');
    return { text: [printedHost(domainOf(url)), topic, `(${among})`].filter(Boolean).join(' '), isRare: true };
  });
}

/** Without scheme, www and trailing slash, as people print it; null for a home page, which the site's name covers. */
function printedAddress(url: string): string | null {
  const { hostname, port, pathname, search } = new URL(url);
  const path = `${pathname}${search}`.replace(/\/$/, '');
  if (path === '') return null;
  const host = printedHost(hostname.replace(/^www\./, ''));
  const address = `${host}${port && `:${port}`}${printedPath(path)}`;
  return address.length > maxPhrase || address.includes('"') ? null : address;
}

/** "xn--mller-kva.de" is printed as "müller.de". */
const printedHost = (host: string) => domainToUnicode(host) || host;

/** With letters of all scripts, as browsers show them. Other characters stay encoded, as quotes or spaces would end the phrase. */
function printedPath(path: string): string {
  return path.replace(/(?:%[89a-f][\da-f])+/gi, (bytes) => {
    const text = Buffer.from(bytes.replaceAll('%', ''), 'hex').toString();
    // Not UTF-8.
    if (text.includes('\ufffd')) return bytes;
    return text.replace(/[^\p{L}\p{M}\p{N}]/gu, encodeURIComponent);
  });
}

/** "Ten Courses | Golf Weekly" is cited as "Ten Courses". Picks the longest part, or the first of equally long ones. */
function withoutSiteName(title: string): string {
  // Search engines truncate long titles.
  const whole = title.replace(/\s*\S*(?:…|\.\.\.)\s*$/, '');
  const parts = whole.split(/\s+[|–—·»-]\s+|\s*\|\s*/).filter((part) => part.trim() !== '');
  return parts.reduce((longest, part) => (part.length > longest.length ? part : longest), '').trim();
}

/** One or two words, such as "Home", appear on half of the web. */
const isTelling = (name: string) => wordsOf(name).length >= 3;

const phrase = (text: string) => wholeWords(text.replaceAll('"', ' ').replace(/\s+/g, ' ').trim(), maxPhrase);

function wholeWords(text: string, most: number): string {
  return text.length <= most ? text : cutWhole(text.slice(0, most + 1).replace(/\s+\S*$/, ''), most);
}

const wordsOf = (text: string) => text.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? [];

/** "golf-weekly.example" as people would write it. */
const nameOf = (site: string) => (site.split('.')[0] ?? site).replaceAll('-', ' ');

function distinct(queries: readonly Query[]): Query[] {
  return [...new Map(queries.map((query) => [query.text.toLowerCase(), query])).values()];
}

/** The usual titles of rankings, guides, advice and reviews. The keyword replaces the star. */
const articleForms: Record<Language, readonly string[]> = {
  en: ['best *', '* guide', '* tips', '* review'],
  de: ['beste *', '* Ratgeber', '* Tipps', '* Erfahrungen'],
  fr: ['meilleur *', '* guide', '* conseils', '* avis'],
  es: ['mejores *', 'guía *', 'consejos *', '* opiniones'],
  it: ['migliori *', 'guida *', 'consigli *', '* recensioni'],
  pt: ['melhores *', 'guia *', 'dicas *', '* análise'],
  nl: ['beste *', '* gids', '* tips', '* ervaringen'],
  da: ['bedste *', '* guide', '* tips', '* anmeldelse'],
  sv: ['bästa *', '* guide', '* tips', '* recension'],
  fi: ['paras *', '* opas', '* vinkit', '* arvostelu'],
  pl: ['najlepsze *', '* poradnik', '* porady', '* opinie'],
  cs: ['nejlepší *', '* průvodce', '* tipy', '* recenze'],
  el: ['καλύτερα *', '* οδηγός', '* συμβουλές', '* κριτικές'],
  tr: ['en iyi *', '* rehberi', '* ipuçları', '* yorumları'],
  ja: ['* おすすめ', '* ガイド', '* コツ', '* レビュー'],
  ko: ['* 추천', '* 가이드', '* 팁', '* 후기'],
};

/** Questions for pages about a keyword that are worth a link, the broadest form first. */
export function magicQueries(keyword: string, language: Language, most: number): Query[] {
  const exact = phrase(keyword);
  const plain = keyword.replace(/\s+/g, ' ').trim();
  const isRanking = (form: string) => plain.toLowerCase().startsWith(form.replace('*', '').toLowerCase());
  const articles = articleForms[language].filter((form) => !isRanking(form));
  return distinct([
    { text: plain, isRare: false },
    { text: `${plain} blog`, isRare: false },
    ...articles.map((form) => ({ text: form.replace('*', () => plain), isRare: false })),
    { text: `intitle:"${exact}"`, isRare: true },
    { text: `"${exact}"`, isRare: true },
  ]).slice(0, most);
}
