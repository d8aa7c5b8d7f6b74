// What the index keeps of a page, whether it was crawled or imported: one link per target, its rel, and the page's canonical.
import { domainOf, toPageUrl } from '../pages/page-url.ts';

export const MAX_LINKS = 500;

export interface IndexedPage {
  url: string;
  /** The URL on the same site that the page names as its canonical; null if that is this one. */
  canonical: string | null;
  /** False when the page asks not to be indexed, or says that it is a copy of a page elsewhere. */
  listed: boolean;
  title: string;
  description: string;
  /** Two letters; '' if unknown. */
  language: string;
  words: number;
}

export interface IndexedLink {
  to: string;
  anchor: string;
  /** Of nofollow, sponsored and ugc those that apply. */
  rel: string;
  dofollow: boolean;
  inContent?: boolean;
}

/** Keeps the best link to each target, and at most `most` targets. */
export function addBestLink<Link extends IndexedLink>(found: Map<string, Link>, link: Link, most: number): void {
  const known = found.get(link.to);
  if (known === undefined ? found.size < most : worth(link) > worth(known)) found.set(link.to, link);
}

function worth(link: IndexedLink): number {
  return (link.dofollow ? 4 : 0) + (link.inContent ? 2 : 0) + (link.anchor === '' ? 0 : 1);
}

/** The words of a rel attribute (in lower case) that say that a link passes nothing on. */
export function relOf(rel: string): string {
  if (rel === '') return '';
  const words = rel.split(/[\s,]+/);
  return ['nofollow', 'sponsored', 'ugc'].filter((word) => words.includes(word)).join(' ');
}

/** Null when the page names itself, nothing, or (a common mistake) the home page for all its pages. */
export function canonicalFor(stated: string, url: string): string | null {
  const canonical = stated === '' ? null : toPageUrl(stated);
  if (canonical === null || canonical === url) return null;
  const { pathname, search } = new URL(canonical);
  const isDeep = new URL(url).pathname !== '/';
  return pathname === '/' && search === '' && isDeep && domainOf(canonical) === domainOf(url) ? null : canonical;
}

/** PostgreSQL rejects NUL in text. */
export function cleanText(text: string, most: number): string {
  const cut = text.length > most ? text.slice(0, most) : text;
  return cut.replaceAll('\0', '').toWellFormed();
}
