// The paths of a site's pages, by the engine it pretends to run on.

import { slugOf } from './names.ts';
import { numberOf } from './random.ts';
import type { Person, Site } from './types.ts';

export interface ArticlePlace {
  title: string;
  published: string;
  /** Position among the articles of the site. */
  index: number;
  author: Person | null;
}

export function articlePath(site: Site, place: ArticlePlace): string {
  const slug = slugOf(place.title);
  const [year, month] = place.published.split('-');
  const number = 10_000 + (numberOf(`${site.name}/${slug}`) % 80_000);
  switch (site.template) {
    case 'classic':
      return `/${year}/${month}/${slug}/`;
    case 'blocks':
    case 'ghost':
      return `/${slug}/`;
    case 'newsletter':
      return `/p/${slug}`;
    case 'platform':
      return `/@${place.author?.slug ?? 'staff'}/${slug}-${number.toString(16)}`;
    case 'magazine':
      return `/${site.topic}/${slug}-${number}`;
    case 'handmade':
      return `/${slug.split('-').slice(0, 4).join('_')}_${place.index + 1}.html`;
    case 'minimal':
      return `/${year}/${slug}.html`;
    case 'forum':
      return `/t/${slug}/${number}`;
    case 'shop':
      return `/blogs/journal/${slug}`;
    case 'wiki':
      return `/wiki/${place.title.replaceAll('?', '').replaceAll(' ', '_')}`;
    case 'corporate':
      return `/insights/${slug}`;
  }
}

/** Null if the engine has no author pages. */
export function authorPath(person: Person): string | null {
  switch (person.site.template) {
    case 'classic':
    case 'blocks':
    case 'ghost':
      return `/author/${person.slug}/`;
    case 'platform':
      return `/@${person.slug}`;
    case 'magazine':
      return `/authors/${person.slug}`;
    case 'corporate':
      return `/team/${person.slug}`;
    case 'minimal':
    case 'newsletter':
    case 'handmade':
    case 'forum':
    case 'shop':
    case 'wiki':
      return null;
  }
}

export function aboutPath(site: Site): string | null {
  if (site.template === 'handmade') return '/about_me.html';
  if (site.template === 'wiki') return '/wiki/Project:About';
  if (site.template === 'newsletter') return '/about';
  if (site.template === 'shop') return '/pages/our-story';
  if (site.template === 'minimal') return '/about.html';
  if (site.language === 'de') return '/ueber-uns/';
  if (site.language === 'fr') return '/a-propos/';
  if (site.language === 'es') return '/sobre-nosotros/';
  return isTrailing(site) ? '/about/' : '/about';
}

export function contactPath(site: Site): string | null {
  if (site.template === 'newsletter' || site.template === 'minimal') return null;
  if (site.template === 'handmade') return '/contact.html';
  if (site.template === 'wiki') return '/wiki/Project:Contact';
  if (site.template === 'shop') return '/pages/contact';
  if (site.language === 'de') return '/impressum/';
  if (site.language === 'es') return '/contacto/';
  return isTrailing(site) ? '/contact/' : '/contact';
}

export function teamPath(site: Site): string | null {
  if (site.template === 'corporate') return '/team';
  if (site.template === 'magazine') return '/masthead';
  if (site.template === 'shop') return '/pages/the-people';
  if ((site.template === 'classic' || site.template === 'blocks') && site.people.length > 2) return '/our-team/';
  return null;
}

export function feedPath(site: Site): string | null {
  if (site.template === 'classic' || site.template === 'blocks') return '/feed/';
  if (site.template === 'ghost') return '/rss/';
  if (site.template === 'newsletter') return '/feed';
  if (site.template === 'minimal') return '/atom.xml';
  if (site.template === 'magazine') return '/rss.xml';
  return null;
}

export function categoryPath(site: Site): string | null {
  if (site.template === 'classic') return `/category/${site.topic}/`;
  if (site.template === 'magazine') return `/${site.topic}`;
  if (site.template === 'shop') return '/collections/all';
  if (site.template === 'corporate') return '/insights';
  if (site.template === 'newsletter') return '/archive';
  return null;
}

function isTrailing(site: Site): boolean {
  return site.template === 'classic' || site.template === 'blocks' || site.template === 'ghost';
}
