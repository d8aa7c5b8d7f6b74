// What the search engines are asked. docs/going-live.md lists these forms for the operator, who pays for them.
import type { Language } from '../../../../shared/search-place.ts';
import { domainOf } from '../../pages/page-url.ts';

export interface Query {
  text: string;
  /** A quoted phrase: finding nothing is a likely answer. */
  isRare: boolean;
}

export interface Mention {
  url: string;
  /** Of the page; empty when it is not known. */
  title: string;
}

/** Search engines ignore or refuse what is longer. */
const maxPhrase = 120;
const topicWords = 6;

/** Pages that may link to this one, the most telling form first. Each leaves out the page's own site. */
export function backlinkQueries({ url, title }: Mention, most: number): Query[] {
  const site = domainOf(url);
  const without = `-site:${site}`;
  const name = withoutSiteName(title);
  const topic = wordsOf(name).slice(0, topicWords).join(' ');
  const address = printedAddress(url);
  const forms: (Query | null)[] = [
    // Those that print the address.
    address === null ? null : { text: `"${address}" ${without}`, isRare: true },
    // Those that cite the page by its title.
    isTelling(name) ? { text: `"${phrase(name)}" ${without}`, isRare: true } : null,
    // Those that name the site and write about the same.
    { text: [`"${site}"`, topic, without].filter(Boolean).join(' '), isRare: true },
    // Those that write about the same: rankings, round-ups and lists of sources.
    topic === ''
      ? { text: `${nameOf(site)} ${without}`, isRare: false }
      : { text: `${topic} ${without}`, isRare: false },
  ];
  return distinct(forms.flatMap((form) => form ?? [])).slice(0, most);
}

/** Without scheme, www and the slash at the end, as people print it; null for a front page, which the site's name covers. */
function printedAddress(url: string): string | null {
  const { host, pathname, search } = new URL(url);
  const path = `${pathname}${search}`.replace(/\/$/, '');
  if (path === '') return null;
  const address = `${host.replace(/^www\./, '')}${path}`;
  return address.length > maxPhrase || address.includes('"') ? null : address;
}

/** "Ten Courses | Golf Weekly" is cited as "Ten Courses". The longest part counts, and the first of two as long. */
function withoutSiteName(title: string): string {
  // Search engines cut long titles off.
  const whole = title.replace(/\s*\S*(?:…|\.\.\.)\s*$/, '');
  const parts = whole.split(/\s+[|–—·»-]\s+|\s*\|\s*/).filter((part) => part.trim() !== '');
  return parts.reduce((longest, part) => (part.length > longest.length ? part : longest), '').trim();
}

/** One or two words, or "Home", are on half of the web. */
const isTelling = (name: string) => wordsOf(name).length >= 3;

const phrase = (text: string) => wholeWords(text.replaceAll('"', ' ').replace(/\s+/g, ' ').trim(), maxPhrase);

function wholeWords(text: string, most: number): string {
  return text.length <= most
    ? text
    : text
        .slice(0, most + 1)
        .replace(/\s+\S*$/, '')
        .slice(0, most);
}

const wordsOf = (text: string) => text.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? [];

/** "golf-weekly.example" as people write it. */
const nameOf = (site: string) => (site.split('.')[0] ?? site).replaceAll('-', ' ');

function distinct(queries: readonly Query[]): Query[] {
  return [...new Map(queries.map((query) => [query.text.toLowerCase(), query])).values()];
}

/** How people call rankings, guides, advice and reviews. The keyword takes the place of the star. */
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

/** Pages about a keyword that are worth a link, the widest form first. */
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
