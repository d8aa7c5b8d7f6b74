// What a tag means by itself: whether it is inline, which open element it closes, which area it opens.
import { AREA } from '../page-facts.ts';

export interface TagTraits {
  inline: boolean;
  isVoid: boolean;
  /** The content is not text for readers. */
  skip: boolean;
  /** It matters to the page as a whole. */
  opens: boolean;
  area: number;
  /** Elements this one closes, if they are the innermost. */
  ends: readonly string[] | undefined;
}

const INLINE =
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q s samp small span strike strong sub sup time tt u var wbr img picture source svg path g use nobr noindex amp-img joomla-hidden-mail';
const VOID = 'area base br col embed hr img input link meta param source track wbr';
const OPENS = 'html body svg article form joomla-hidden-mail';
const SKIPPED = 'svg select math object datalist canvas';
const ENDS: Record<string, readonly string[]> = {
  li: ['li', 'p'],
  p: ['p'],
  dt: ['dt', 'dd'],
  dd: ['dt', 'dd'],
  tr: ['td', 'th', 'tr'],
  td: ['td', 'th'],
  th: ['td', 'th'],
  option: ['option'],
  div: ['p'],
  ul: ['p'],
  ol: ['p'],
  h1: ['p'],
  h2: ['p'],
  h3: ['p'],
  section: ['p'],
  article: ['p'],
  a: ['a'],
};
const AREAS: Record<string, number> = {
  nav: AREA.nav,
  aside: AREA.aside,
  main: AREA.main,
  article: AREA.article,
  form: AREA.form,
  button: AREA.form,
  select: AREA.form,
  blockquote: AREA.quote,
  noscript: AREA.noscript,
  template: AREA.hidden,
  table: AREA.table,
  footer: AREA.footer,
  code: AREA.code,
  samp: AREA.code,
  kbd: AREA.code,
  dialog: AREA.panel,
  details: AREA.panel,
};
const OTHER: TagTraits = { inline: false, isVoid: false, skip: false, opens: false, area: 0, ends: undefined };

const TRAITS = new Map<string, TagTraits>();
const inline = new Set(INLINE.split(' '));
const voids = new Set(VOID.split(' '));
const skipped = new Set(SKIPPED.split(' '));
const opens = new Set(OPENS.split(' '));
for (const name of new Set([...inline, ...voids, ...skipped, ...opens, ...Object.keys(ENDS), ...Object.keys(AREAS)])) {
  TRAITS.set(name, {
    inline: inline.has(name),
    isVoid: voids.has(name),
    skip: skipped.has(name),
    opens: opens.has(name),
    area: AREAS[name] ?? 0,
    ends: ENDS[name],
  });
}

export function traitsOf(tag: string): TagTraits {
  return TRAITS.get(tag) ?? OTHER;
}

/** The area a tag opens; a footer inside an article belongs to the article. */
export function areaOfTag(tag: string, traits: TagTraits, inherited: number): number {
  return tag === 'footer' && inherited & (AREA.article | AREA.main) ? 0 : traits.area;
}
