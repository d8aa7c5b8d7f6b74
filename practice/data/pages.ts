// Lays out the pages of a site: what kinds there are, what each article is about and who signs it.

import { proseFor } from '../prose/compose.ts';
import { descriptionOf, type Titling, titleOf } from './article-titles.ts';
import { authorsOf, bylineOf, signatureOf } from './bylines.ts';
import { slugOf } from './names.ts';
import { aboutPath, articlePath, authorPath, categoryPath, contactPath, feedPath, teamPath } from './paths.ts';
import { PRODUCTS } from './products.ts';
import { type Dice, diceFor } from './random.ts';
import type { SiteSeed } from './sites/site-seed.ts';
import type { Byline, Page, PageKind, Person, Recipe, Site } from './types.ts';

type Kind = Recipe['kind'];
const KEY_ORDER: readonly Kind[] = [
  'ranking',
  'guide',
  'ranking',
  'review',
  'guide',
  'essay',
  'ranking',
  'review',
  'guide',
  'essay',
];
const OTHER_ORDER: readonly Kind[] = ['guide', 'review', 'ranking', 'essay', 'guide', 'review'];

export interface Surroundings {
  /** People of other sites who may sign here. */
  guests: readonly Person[];
  /** Position of the site among all. */
  number: number;
  /** Titles used once in the whole web while unused ones last. */
  taken: Set<string>;
}

/** Fills `site.pages`. */
export function layOutPages(site: Site, seed: SiteSeed, around: Surroundings): void {
  const { guests, number, taken } = around;
  const dice = diceFor('pages', site.name);
  const recipes = recipesOf(site, seed, number);
  const titles = new Set<string>();
  site.pages.push(plainPage(site, 'home', '/', site.title, site.tagline));
  recipes.forEach((recipe, index) => {
    const page = articleOf(site, { recipe, index, byline: seed.byline ?? 'person' }, { titles, taken, guests, dice });
    site.pages.push(page);
  });
  addStanding(site);
  for (const person of site.people) addAuthorPage(site, person);
  for (const one of PRODUCTS[site.name] ?? []) {
    site.pages.push(plainPage(site, 'product', `/products/${slugOf(one.name)}`, one.name, one.text));
  }
}

function recipesOf(site: Site, seed: SiteSeed, number: number): Recipe[] {
  const isKey = site.topic === 'golf' || site.topic === 'hosting';
  const order = isKey ? KEY_ORDER : OTHER_ORDER;
  const reach = site.topic === 'golf' ? 'hosting' : 'golf';
  const other = reach === 'golf' ? 'hosting' : 'golf';
  const last: Recipe[] = [];
  const isEnglish = site.language === 'en' && !['wiki', 'forum'].includes(site.template);
  const roundup: Recipe = { kind: 'roundup', about: site.topic, sections: 0 };
  if (isEnglish) last.push({ kind: 'crossover', about: isKey || number % 2 === 0 ? reach : other, sections: 3 });
  if (isEnglish && !isKey && number % 3 === 2)
    last.push({ kind: 'crossover', about: number % 2 === 0 ? other : reach, sections: 3 });
  else if (!['wiki', 'forum'].includes(site.template) && (!isKey || !isEnglish)) last.push(roundup);
  const own = Array.from({ length: Math.max(1, seed.articles - last.length) }, (_, i) => i);
  return [
    ...own.map((i): Recipe => {
      const kind = order[(i + (isKey ? 0 : number)) % order.length] ?? 'guide';
      const sections = kind === 'ranking' ? 6 + ((number + i * 3) % 7) : 4 + ((number + i) % 4);
      return { kind, about: site.topic, sections };
    }),
    ...last,
  ];
}

interface Making extends Titling {
  guests: readonly Person[];
}

function articleOf(site: Site, plan: { recipe: Recipe; index: number; byline: Byline }, making: Making): Page {
  const title = titleOf(site, plan.recipe, making);
  const published = dateOf(making.dice);
  const byline = bylineOf(site, plan.index, plan.byline);
  const authors = authorsOf(site, {
    ...making,
    byline,
    index: plan.byline === 'person' ? plan.index : plan.index >> 1,
  });
  const path = articlePath(site, { title, published, index: plan.index, author: authors[0] ?? null });
  const page = plainPage(site, kindOf(site), path, title, descriptionOf(site, plan.recipe, making.dice));
  return {
    ...page,
    published,
    byline,
    authors,
    recipe: plan.recipe,
    topic: plan.recipe.about,
    signedAs: signatureOf(site, byline),
  };
}

function kindOf(site: Site): PageKind {
  if (site.template === 'forum') return 'thread';
  return site.template === 'wiki' ? 'entry' : 'article';
}

function addStanding(site: Site): void {
  const words = STANDING[site.language];
  const add = (kind: PageKind, path: string | null, title: string) => {
    if (path !== null) site.pages.push(plainPage(site, kind, path, title, `${title}: ${site.title}`));
  };
  add('about', aboutPath(site), site.template === 'handmade' ? 'About me' : words.about);
  add('contact', contactPath(site), words.contact);
  add('team', teamPath(site), site.template === 'magazine' ? 'Masthead' : words.team);
  add('category', categoryPath(site), proseFor(site.topic, site.language).label);
  add('feed', feedPath(site), site.title);
}

const STANDING = {
  en: { about: 'About', contact: 'Contact', team: 'Our team' },
  de: { about: 'Über uns', contact: 'Impressum', team: 'Team' },
  fr: { about: 'À propos', contact: 'Contact', team: 'L’équipe' },
  es: { about: 'Sobre nosotros', contact: 'Contacto', team: 'El equipo' },
} as const;

function addAuthorPage(site: Site, person: Person): void {
  const path = authorPath(person);
  if (path === null) return;
  site.pages.push({ ...plainPage(site, 'author', path, person.name, person.bio), person });
}

function plainPage(site: Site, kind: PageKind, path: string, title: string, description: string): Page {
  return {
    site,
    kind,
    path,
    title,
    description,
    published: `${site.founded}-05-01`,
    topic: site.topic,
    byline: 'none',
    authors: [],
    signedAs: null,
    person: null,
    recipe: null,
    links: [],
    spots: [],
  };
}

function dateOf(dice: Dice): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${2021 + dice.below(6)}-${two(1 + dice.below(9))}-${two(1 + dice.below(28))}`;
}
