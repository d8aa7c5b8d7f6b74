// The stack of open elements: what each inherits (area, article, hidden), and what opens and closes with it
// (links, images, marked elements, properties). Deeper than LIMITS.depth, elements share their parent's frame.
import { type Attributes, attribute, attributeReader } from './attributes.ts';
import { type Hints, NO_HINTS, plainWords, readHints } from './element-hints.ts';
import { type SheetWords, styleHides, styleTurns } from './hidden-styles.ts';
import { AREA, LIMITS, MARK, NOT_CONTENT, type PageFacts } from './page-facts.ts';
import { keepAttributes, keepJoomlaMail, openImage, openLink } from './read-page-links.ts';
import { addProperty, declaredMarks, newMarked, type OpenProperty } from './read-page-marked.ts';
import { endBlock } from './read-page-text.ts';
import { areaOfTag, type TagTraits, traitsOf } from './tag-traits.ts';

export interface Frame {
  name: string;
  inline: boolean;
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
  styled: Map<string, readonly [boolean, boolean]>;
  styledSize: number;
  articles: number;
  inSvg: boolean;
  block: string;
  /** Whether the block ends with a space; asking the text itself would cost time. */
  blockSpace: boolean;
  blockTag: string;
  blockArea: number;
  blockHeading: number;
  blockArticle: number;
  blockLinks: number[];
  blockSeams: number[];
  blockVeil: number;
  textLength: number;
}

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
    frames: [newFrame()],
    depth: 0,
    open: [],
    properties: [],
    sheet: { hides: new Set(), turns: new Set() },
    hints: new Map(),
    styled: new Map(),
    styledSize: 0,
    articles: 0,
    inSvg: false,
    block: '',
    blockSpace: false,
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

function newFrame(): Frame {
  return {
    name: '',
    inline: false,
    area: 0,
    heading: 0,
    article: 0,
    skip: false,
    turned: -1,
    scope: '',
    marked: -1,
    link: -1,
    linkStart: 0,
    property: null,
    veil: -1,
    rot13: false,
  };
}

/** The frame one deeper, used again for every element of that depth, with what it inherits. */
function pushFrame(reading: Reading, name: string, traits: TagTraits): Frame {
  const parent = reading.frames[reading.depth] as Frame;
  reading.depth++;
  let frame = reading.frames[reading.depth];
  if (!frame) {
    frame = newFrame();
    reading.frames[reading.depth] = frame;
  }
  frame.name = name;
  frame.inline = traits.inline;
  frame.area = parent.area;
  frame.heading = parent.heading;
  frame.article = parent.article;
  frame.skip = parent.skip;
  frame.turned = parent.turned;
  frame.scope = parent.scope;
  frame.veil = parent.veil;
  frame.rot13 = parent.rot13;
  frame.marked = -1;
  frame.link = -1;
  frame.property = null;
  return frame;
}

export function openElement(reading: Reading, name: string, attributes: Attributes): void {
  const traits = traitsOf(name);
  const innermost = reading.frames[reading.depth] as Frame;
  if (traits.ends?.includes(innermost.name)) closeElement(reading, innermost.name);
  if (!traits.inline) endBlock(reading);
  if (traits.isVoid) {
    if (name === 'img') openImage(reading, attributes);
    keepAttributes(reading, attributes);
  } else if (reading.depth < LIMITS.depth) describe(reading, pushFrame(reading, name, traits), traits, attributes);
}

function describe(reading: Reading, frame: Frame, traits: TagTraits, attributes: Attributes): void {
  const { name } = frame;
  const hints = hintsFor(reading, name, classOf(attributes), idOf(attributes));
  frame.area |= areaOfTag(name, traits, frame.area) | hints.area;
  if (traits.skip) frame.skip = true;
  if (hints.rot13) frame.rot13 = true;
  if (name === 'svg') reading.inSvg = true;
  else if (name === 'article') frame.article = ++reading.articles;
  else if (name === 'html')
    reading.facts.lang = attribute(attributes, 'lang') ?? attribute(attributes, 'xml:lang') ?? '';
  else if (name.length === 2 && name.charCodeAt(0) === 104) openHeading(reading, frame);
  hideOrTurn(reading, frame, attributes);
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

function hideOrTurn(reading: Reading, frame: Frame, attributes: Attributes): void {
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
  if (hides.size === 0 && turns.size === 0) return;
  const [isHidden, isTurned] = styledBySheet(reading, classOf(attributes) ?? '', idOf(attributes) ?? '');
  if (isTurned) frame.turned = reading.block.length;
  if (!isHidden) return;
  frame.area |= AREA.hidden;
  openVeil(reading, frame);
}

/** What the page's own style sheets say of a class and id; remembered until another sheet comes. */
function styledBySheet(reading: Reading, className: string, id: string): readonly [boolean, boolean] {
  const { hides, turns } = reading.sheet;
  const size = hides.size + turns.size;
  if (reading.styledSize !== size) {
    reading.styled.clear();
    reading.styledSize = size;
  }
  const key = id === '' ? className : `${className} #${id}`;
  const known = reading.styled.get(key);
  if (known) return known;
  const names = className.split(/\s+/).map((word) => `.${word}`);
  if (id !== '') names.push(`#${id}`);
  const styled = [names.some((word) => hides.has(word)), names.some((word) => turns.has(word))] as const;
  if (reading.styled.size < 5000) reading.styled.set(key, styled);
  return styled;
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
    const hint = plainWords(`${hints.words} ${itemprop} ${property} ${rel}`).trim();
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
  if (!frame.inline) endBlock(reading);
  if (frame.name === 'svg') reading.inSvg = false;
  if (frame.name === 'a') markSeam(reading);
  if (frame.link >= 0) closeLink(reading, frame);
  if (frame.property) closeProperty(reading, frame.property);
  if (frame.marked >= 0) closeMarked(reading, frame.marked);
  reading.depth--;
}

function markSeam(reading: Reading): void {
  if (reading.block !== '' && !reading.blockSpace) reading.blockSeams.push(reading.block.length);
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
