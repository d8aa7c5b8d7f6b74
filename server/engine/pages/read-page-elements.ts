// The stack of open elements: what each inherits (area, article, hidden), and what opens and closes with it
// (links, images, marked elements, properties). Deeper than LIMITS.depth, elements share their parent's frame.
import { type Attributes, attribute, attributeReader } from './attributes.ts';
import { areaOfTag, type Hints, readHints } from './element-hints.ts';
import { type SheetWords, styleHides, styleTurns } from './hidden-styles.ts';
import { AREA, LIMITS, MARK, NOT_CONTENT, type PageFacts } from './page-facts.ts';
import { keepAttributes, keepJoomlaMail, openImage, openLink } from './read-page-links.ts';
import { addProperty, declaredMarks, newMarked, type OpenProperty } from './read-page-marked.ts';
import { appendSpace, endBlock } from './read-page-text.ts';

export interface Frame {
  name: string;
  area: number;
  heading: number;
  article: number;
  /** Text inside is not for readers (svg, select …). */
  skip: boolean;
  /** Where in the block text that is turned round begins, -1 when it is not. */
  turned: number;
  /** schema.org type of the nearest item, lower case. */
  scope: string;
  marked: number;
  link: number;
  linkStart: number;
  property: OpenProperty | null;
  veil: number;
  rot13: boolean;
}

export interface Reading {
  facts: PageFacts;
  frames: Frame[];
  depth: number;
  /** Indexes of marked elements now open. */
  open: number[];
  properties: OpenProperty[];
  sheet: SheetWords;
  hints: Map<string, Hints>;
  articles: number;
  inSvg: boolean;
  block: string;
  blockTag: string;
  blockArea: number;
  blockHeading: number;
  blockArticle: number;
  blockLinks: number[];
  blockSeams: number[];
  blockVeil: number;
  textLength: number;
}

const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
const INLINE = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q s samp small span strike strong sub sup time tt u var wbr img picture source svg path g use nobr noindex amp-img svg:path'.split(
    ' ',
  ),
);
/** An element of the left kind ends an open one of the right kind when that is the innermost. */
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
const SKIPPED = new Set(['svg', 'select', 'math', 'object', 'datalist', 'canvas']);
const MAX_LOOK_BACK = 60;

const classOf = attributeReader('class');
const idOf = attributeReader('id');
const styleOf = attributeReader('style');
const hiddenOf = attributeReader('hidden');
const ariaHiddenOf = attributeReader('aria-hidden');
const relOf = attributeReader('rel');
const itempropOf = attributeReader('itemprop');
const propertyOf = attributeReader('property');
const itemtypeOf = attributeReader('itemtype');
const typeofOf = attributeReader('typeof');

export function newReading(url: string): Reading {
  const facts: PageFacts = {
    url,
    base: url,
    title: '',
    lang: '',
    canonical: '',
    meta: new Map(),
    blocks: [],
    links: [],
    images: [],
    marked: [],
    jsonLd: [],
    scripts: [],
    scriptAuthors: [],
    hidden: [],
    veils: [],
    feeds: [],
    icons: [],
    linkRels: [],
    headline: -1,
    words: 0,
    cut: false,
  };
  return {
    facts,
    frames: [newFrame('', undefined)],
    depth: 0,
    open: [],
    properties: [],
    sheet: { hides: new Set(), turns: new Set() },
    hints: new Map(),
    articles: 0,
    inSvg: false,
    block: '',
    blockTag: '',
    blockArea: 0,
    blockHeading: 0,
    blockArticle: 0,
    blockLinks: [],
    blockSeams: [],
    blockVeil: -1,
    textLength: 0,
  };
}

function newFrame(name: string, parent: Frame | undefined): Frame {
  return {
    name,
    area: parent?.area ?? 0,
    heading: parent?.heading ?? 0,
    article: parent?.article ?? 0,
    skip: parent?.skip ?? false,
    turned: parent?.turned ?? -1,
    scope: parent?.scope ?? '',
    marked: -1,
    link: -1,
    linkStart: 0,
    property: null,
    veil: parent?.veil ?? -1,
    rot13: parent?.rot13 ?? false,
  };
}

export function openElement(reading: Reading, name: string, attributes: Attributes): void {
  if (name === 'br' || name === 'hr') {
    endBlock(reading);
    return;
  }
  const innermost = reading.frames[reading.depth];
  if (innermost && ENDS[name]?.includes(innermost.name)) closeElement(reading, innermost.name);
  if (!INLINE.has(name)) endBlock(reading);
  if (VOID.has(name)) {
    if (name === 'img') openImage(reading, attributes);
    keepAttributes(reading, attributes);
    return;
  }
  if (reading.depth >= LIMITS.depth) return;
  const frame = newFrame(name, reading.frames[reading.depth]);
  reading.depth++;
  reading.frames[reading.depth] = frame;
  describe(reading, frame, attributes);
}

function describe(reading: Reading, frame: Frame, attributes: Attributes): void {
  const { name } = frame;
  const hints = hintsFor(reading, name, classOf(attributes), idOf(attributes));
  frame.area |= areaOfTag(name, frame.area) | hints.area;
  if (SKIPPED.has(name)) frame.skip = true;
  if (hints.rot13) frame.rot13 = true;
  if (name === 'svg') reading.inSvg = true;
  else if (name === 'article') frame.article = ++reading.articles;
  else if (name === 'html')
    reading.facts.lang = attribute(attributes, 'lang') ?? attribute(attributes, 'xml:lang') ?? '';
  else if (name.length === 2 && name.charCodeAt(0) === 104) openHeading(reading, frame);
  hideOrTurn(reading, frame, attributes, hints.words);
  openMarks(reading, frame, attributes, hints);
  if (name === 'a') {
    markSeam(reading);
    openLink(reading, frame, attributes);
  } else if (name === 'joomla-hidden-mail') keepJoomlaMail(reading, attributes);
  keepAttributes(reading, attributes);
}

function hintsFor(reading: Reading, name: string, className: string | undefined, id: string | undefined): Hints {
  if (className === undefined && id === undefined) return NO_HINTS;
  const words = id === undefined ? (className as string) : `${className ?? ''} ${id}`;
  const key = name === 'body' || name === 'html' || name === 'main' ? `${name} ${words}` : words;
  const known = reading.hints.get(key);
  if (known) return known;
  const hints = readHints(name, words.length > 400 ? words.slice(0, 400) : words);
  if (reading.hints.size < 5000) reading.hints.set(key, hints);
  return hints;
}
const NO_HINTS: Hints = { area: 0, marks: 0, words: '', rot13: false };

/** A heading of the page: whatever wraps it is not a menu, a teaser or a comment, whatever its class says. */
function openHeading(reading: Reading, frame: Frame): void {
  const level = frame.name.charCodeAt(1) - 48;
  if (level < 1 || level > 6) return;
  frame.heading = level;
  if (level !== 1) return;
  for (const index of reading.open) {
    const marked = reading.facts.marked[index];
    if (marked) marked.holdsH1 = true;
  }
  const within = reading.frames[reading.depth - 1];
  if (!within || (within.area & AREA.nav && !(within.area & (AREA.article | AREA.main)))) return;
  for (let i = 1; i <= reading.depth; i++) {
    const outer = reading.frames[i];
    if (outer) outer.area &= ~NOT_CONTENT & ~AREA.aside;
  }
}

function hideOrTurn(reading: Reading, frame: Frame, attributes: Attributes, words: string): void {
  const style = styleOf(attributes);
  const { hides, turns } = reading.sheet;
  if (hiddenOf(attributes) !== undefined) frame.area |= AREA.hidden;
  if (ariaHiddenOf(attributes) === 'true') openVeil(reading, frame);
  if (style !== undefined && style !== '') {
    if (styleHides(style)) frame.area |= AREA.hidden;
    if (styleTurns(style)) frame.turned = reading.block.length;
  }
  if (frame.name === 'bdo' && attribute(attributes, 'dir')?.toLowerCase() === 'rtl')
    frame.turned = reading.block.length;
  if (frame.area & AREA.hidden) openVeil(reading, frame);
  if (words === '' || (hides.size === 0 && turns.size === 0)) return;
  const names = (classOf(attributes) ?? '').split(/\s+/).map((word) => `.${word}`);
  const id = idOf(attributes);
  if (id) names.push(`#${id}`);
  if (names.some((word) => turns.has(word))) frame.turned = reading.block.length;
  if (!names.some((word) => hides.has(word))) return;
  frame.area |= AREA.hidden;
  openVeil(reading, frame);
}

function openVeil(reading: Reading, frame: Frame): void {
  const { veils } = reading.facts;
  if (frame.veil >= 0 || veils.length >= LIMITS.veils) return;
  frame.veil = veils.length;
  veils.push({ characters: 0, text: '' });
}

function openMarks(reading: Reading, frame: Frame, attributes: Attributes, hints: Hints): void {
  const itemprop = itempropOf(attributes) ?? '';
  const property = propertyOf(attributes) ?? '';
  const type = itemtypeOf(attributes) ?? typeofOf(attributes) ?? '';
  const rel = frame.name === 'a' ? (relOf(attributes) ?? '') : '';
  let marks = hints.marks;
  if (itemprop !== '' || property !== '' || type !== '' || rel !== '') {
    marks |= declaredMarks({ itemprop, property, rel, type }, frame.name === 'a');
  }
  if ((itemprop !== '' || property !== '') && reading.open.length > 0 && !(marks & MARK.declared)) {
    openProperty(reading, frame, attributes, itemprop || property);
  }
  if (marks !== 0 && reading.facts.marked.length < LIMITS.marked) {
    const hint = `${hints.words} ${itemprop} ${property} ${rel}`.toLowerCase().trim();
    frame.marked = reading.facts.marked.length;
    reading.facts.marked.push(newMarked(reading, frame.name, attributes, marks, hint));
    reading.open.push(frame.marked);
  }
  if (type !== '')
    frame.scope = type
      .toLowerCase()
      .replace(/^.*[/:]/, '')
      .slice(0, 40);
}

function openProperty(reading: Reading, frame: Frame, attributes: Attributes, names: string): void {
  const given = attribute(attributes, 'content') ?? attribute(attributes, 'href') ?? attribute(attributes, 'datetime');
  const takesText = /(?:^|[\s:])(?:name|jobtitle|title|givenname|familyname|email|worksfor)\b/i.test(names);
  const owner = reading.facts.marked[reading.open.at(-1) ?? -1];
  if (!owner) return;
  if (takesText && attribute(attributes, 'content') === undefined) {
    frame.property = { owner, name: names, text: '' };
    reading.properties.push(frame.property);
    const href = attribute(attributes, 'href');
    if (href) addProperty(reading, 'url', href);
  } else if (given !== undefined) addProperty(reading, names, given);
}

export function closeElement(reading: Reading, name: string): void {
  let at = reading.depth;
  const lowest = Math.max(0, at - MAX_LOOK_BACK);
  while (at > lowest && reading.frames[at]?.name !== name) at--;
  if (at <= lowest && reading.frames[at]?.name !== name) return;
  if (at === 0) return;
  while (reading.depth >= at) closeInnermost(reading);
}

function closeInnermost(reading: Reading): void {
  const frame = reading.frames[reading.depth] as Frame;
  if (!INLINE.has(frame.name)) endBlock(reading);
  else if (frame.name === 'li' || frame.name === 'td') appendSpace(reading);
  if (frame.name === 'svg') reading.inSvg = false;
  if (frame.name === 'a') markSeam(reading);
  if (frame.link >= 0) closeLink(reading, frame);
  if (frame.property) closeProperty(reading, frame.property);
  if (frame.marked >= 0) closeMarked(reading, frame.marked);
  reading.depth--;
}

function markSeam(reading: Reading): void {
  if (reading.block !== '' && !reading.block.endsWith(' ')) reading.blockSeams.push(reading.block.length);
}

function closeLink(reading: Reading, frame: Frame): void {
  const link = reading.facts.links[frame.link];
  if (!link) return;
  const { blocks } = reading.facts;
  if (link.block === blocks.length) link.text = reading.block.slice(frame.linkStart).trim().slice(0, 300);
  else
    link.text = [blocks[link.block]?.text.slice(frame.linkStart) ?? '', reading.block].join(' ').trim().slice(0, 300);
}

function closeProperty(reading: Reading, property: OpenProperty): void {
  const index = reading.properties.indexOf(property);
  if (index >= 0) reading.properties.splice(index, 1);
  const value = property.text.replace(/\s+/g, ' ').trim();
  for (const name of property.name.toLowerCase().split(/\s+/, 4)) {
    const key = name.replace(/^(?:schema|foaf|s|dc|v):/, '');
    if (value !== '' && property.owner.props[key] === undefined) property.owner.props[key] = value;
  }
}

function closeMarked(reading: Reading, index: number): void {
  const marked = reading.facts.marked[index];
  const at = reading.open.lastIndexOf(index);
  if (at >= 0) reading.open.splice(at, 1);
  if (!marked) return;
  marked.text = marked.text.trim();
  marked.endBlock = reading.facts.blocks.length;
}
