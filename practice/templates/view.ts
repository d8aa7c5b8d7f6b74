// What a template sees of one page, and the questions all templates ask.

import { authorPath } from '../data/paths.ts';
import type { Language, Page, PageKind, Person, Site, World } from '../data/types.ts';
import type { Section } from '../prose/compose.ts';

export interface View {
  world: World;
  site: Site;
  page: Page;
  sections: Section[];
  /** The port of the practice web, which is in every absolute URL. */
  port: number;
}

/** The name under a headline: a person, or what is there instead. */
export interface Signer {
  name: string;
  person: Person | null;
  /** Their page on this site. */
  href: string | null;
}

export function addressOf(page: Page, port: number): string {
  return `${originOf(page.site.host, port)}${encodeURI(page.path)}`;
}

export function originOf(host: string, port: number): string {
  return `http://${host}:${port}`;
}

export function pagesOf(view: View, kind: PageKind): Page[] {
  return view.site.pages.filter((page) => page.kind === kind);
}

export function pageOf(view: View, kind: PageKind): Page | null {
  return pagesOf(view, kind)[0] ?? null;
}

/** Articles, threads or wiki entries, newest first. */
export function articlesOf(view: View): Page[] {
  const all = view.site.pages.filter((page) => page.recipe !== null);
  const key = (page: Page) => `${page.published} ${page.path}`;
  return all.sort((a, b) => (key(a) < key(b) ? 1 : -1));
}

export function articlesBy(view: View, person: Person): Page[] {
  return articlesOf(view).filter((page) => page.authors.includes(person));
}

export function signersOf(page: Page): Signer[] {
  if (page.signedAs !== null) return [{ name: page.signedAs, person: null, href: null }];
  return page.authors.map((person) => {
    const path = person.site === page.site ? authorPath(person) : null;
    return { name: person.name, person, href: path };
  });
}

/** 'Ann', 'Ann and Bob', in the language of the site. */
export function joinNames(names: readonly string[], language: Language): string {
  const and = { en: 'and', de: 'und', fr: 'et', es: 'y' }[language];
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} ${and} ${names.at(-1)}`;
}

export const BY = { en: 'By', de: 'Von', fr: 'Par', es: 'Por' } as const satisfies Record<Language, string>;

const MONTHS: Record<Language, string> = {
  en: 'January February March April May June July August September October November December',
  de: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember',
  fr: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
  es: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
};

/** '14 March 2024' or its local form, independent of the time zone. */
export function longDate(iso: string, language: Language): string {
  const [year, month, day] = iso.split('-');
  const name = MONTHS[language].split(' ')[Number(month) - 1] ?? '';
  if (language === 'en') return `${name} ${Number(day)}, ${year}`;
  if (language === 'de') return `${Number(day)}. ${name} ${year}`;
  return language === 'es' ? `${Number(day)} de ${name} de ${year}` : `${Number(day)} ${name} ${year}`;
}
