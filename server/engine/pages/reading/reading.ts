// The state of one pass over a page: the facts so far, and the stack of open elements with what each inherits.
import type { MarkedElement, PageFacts } from '../page-facts.ts';
import type { SheetWords } from './hidden-styles.ts';
import type { TagTraits } from './tag-traits.ts';

/** A property whose value is the text of an element that is open. */
export interface OpenProperty {
  owner: MarkedElement;
  name: string;
  text: string;
}

export interface Frame {
  name: string;
  inline: boolean;
  area: number;
  heading: number;
  article: number;
  /** Text inside is not for readers (svg, select …). */
  skip: boolean;
  /** Where reversed text starts in the block, or -1. */
  turned: number;
  /** schema.org type of the nearest item, lower case. */
  scope: string;
  marked: MarkedElement | null;
  link: number;
  linkStart: number;
  property: OpenProperty | null;
  hiddenBy: number;
  rot13: boolean;
}

export interface Reading {
  facts: PageFacts;
  frames: Frame[];
  depth: number;
  /** The marked elements that are open, the innermost last. */
  open: MarkedElement[];
  properties: OpenProperty[];
  sheet: SheetWords;
  /** Only the first <base href> counts. */
  hasBase: boolean;
  articles: number;
  inSvg: boolean;
  /** Index of the open <form>, or -1. */
  form: number;
  block: string;
  /** Whether the block ends with a space; checking the text itself would take time. */
  blockSpace: boolean;
  blockSigns: number;
  blockTag: string;
  blockArea: number;
  blockHeading: number;
  blockArticle: number;
  blockLinks: number[];
  blockSeams: number[];
  blockCode: number[];
  blockHiddenBy: number;
  textLength: number;
}

export function newReading(url: string): Reading {
  const facts: PageFacts = {
    url,
    base: url,
    title: '',
    lang: '',
    canonical: '',
    pageClass: '',
    refresh: '',
    meta: new Map(),
    blocks: [],
    links: [],
    images: [],
    marked: [],
    jsonLd: [],
    scripts: [],
    locationScripts: [],
    scriptAuthors: [],
    hidden: [],
    hiddenElements: [],
    feeds: [],
    icons: [],
    linkRels: [],
    forms: [],
    embeds: [],
    headline: -1,
    cut: false,
  };
  return {
    facts,
    frames: [newFrame()],
    depth: 0,
    open: [],
    properties: [],
    sheet: { classes: new Map(), ids: new Map() },
    hasBase: false,
    articles: 0,
    inSvg: false,
    form: -1,
    block: '',
    blockSpace: false,
    blockSigns: 0,
    blockTag: '',
    blockArea: 0,
    blockHeading: 0,
    blockArticle: 0,
    blockLinks: [],
    blockSeams: [],
    blockCode: [],
    blockHiddenBy: -1,
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
    marked: null,
    link: -1,
    linkStart: 0,
    property: null,
    hiddenBy: -1,
    rot13: false,
  };
}

export function innermost({ frames, depth }: Reading): Frame {
  return frames[depth] as Frame;
}

/** Whether the current element is inside <noscript> or <template> and so has no effect in a browser. */
export function isInert({ frames, depth }: Reading): boolean {
  return frames.slice(1, depth + 1).some(({ name }) => name === 'noscript' || name === 'template');
}

/** The frame one level deeper with what it inherits. Reused for every element of that depth: copies take 8 % longer. */
export function pushFrame(reading: Reading, name: string, traits: TagTraits): Frame {
  const parent = innermost(reading);
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
  frame.hiddenBy = parent.hiddenBy;
  frame.rot13 = parent.rot13;
  frame.marked = null;
  frame.link = -1;
  frame.property = null;
  return frame;
}
