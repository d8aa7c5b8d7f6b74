// Reads a page in one pass of the scanner and collects what the rest of the engine needs (page-facts.ts). What the facts mean
// (who the author is, which address is real) is decided elsewhere.

import { AREA, LIMITS, NOT_CONTENT, type PageFacts } from './page-facts.ts';
import { closeElement, isInTemplate, openElement } from './reading/elements.ts';
import { keepEmbed, readField } from './reading/forms.ts';
import { readHeadLink, readMeta } from './reading/head.ts';
import { readSheet } from './reading/hidden-styles.ts';
import { newReading, type Reading } from './reading/reading.ts';
import { readScript } from './reading/scripts.ts';
import { appendSpace, appendText, endBlock } from './reading/text.ts';
import { type Attributes, attribute, decodeText, SLOT } from './scanning/attributes.ts';
import { scanHtml } from './scanning/scan-html.ts';

/** Reads the HTML of the page at this URL. Never throws on bad markup, and stops at LIMITS (then `cut`). */
export function readPage(html: string, url: string): PageFacts {
  const reading = newReading(url);
  const text = html.length > LIMITS.characters ? html.slice(0, LIMITS.characters) : html;
  scanHtml(text, {
    open: (name, attributes) => readStart(reading, name, attributes),
    close: (name) => closeElement(reading, name),
    text: (run) => appendText(reading, run),
    space: () => appendSpace(reading),
    raw: (name, inside, attributes) => readRaw(reading, name, inside, attributes),
    enough: () => reading.textLength > LIMITS.textCharacters,
  });
  while (reading.depth > 0) closeElement(reading, reading.frames[reading.depth]?.name ?? '');
  endBlock(reading);
  const { facts } = reading;
  facts.cut ||= html.length > LIMITS.characters || reading.textLength > LIMITS.textCharacters;
  facts.headline = findHeadline(facts);
  forgetAreasOfHeadline(facts);
  return facts;
}

function readStart(reading: Reading, name: string, attributes: Attributes): void {
  if (name === 'meta') readMeta(reading, attributes);
  else if (name === 'link') readHeadLink(reading, attributes);
  else if (name === 'base') readBase(reading, attribute(attributes, SLOT.href));
  else openElement(reading, name, attributes);
}

function readRaw(reading: Reading, name: string, inside: string, attributes: Attributes): void {
  if (name === 'script') {
    keepEmbed(reading, attributes);
    readScript(reading, inside, attributes);
  } else if (name === 'textarea') readField(reading, name, attributes);
  else if (name === 'iframe') keepEmbed(reading, attributes);
  else if (name === 'style') {
    if (!isInTemplate(reading)) readSheet(inside, reading.sheet);
  } else if (name === 'title' && reading.facts.title === '' && !reading.inSvg) {
    reading.facts.title = decodeText(inside).replace(/\s+/g, ' ').trim().slice(0, 500);
  }
}

function readBase(reading: Reading, href: string | undefined): void {
  if (href === undefined || reading.hasBase) return;
  reading.hasBase = true;
  const base = URL.parse(href, reading.facts.url);
  if (base !== null && /^https?:$/.test(base.protocol)) reading.facts.base = base.href;
}

/** The heading that shares most with the title, so that a site name in the first h1 doesn't win; otherwise the first h1. */
function findHeadline(facts: PageFacts): number {
  const titles = [facts.title, ...(facts.meta.get('og:title') ?? [])].map(plain).filter((title) => title !== '');
  let first = -1;
  let best = -1;
  let bestShare = 0;
  for (let i = 0; i < facts.blocks.length; i++) {
    const block = facts.blocks[i];
    if (!block || block.heading === 0 || block.heading > 3) continue;
    if (block.heading === 1 && first < 0) first = i;
    if (block.text.length - block.heading <= bestShare) continue;
    const share = sharedWithTitle(plain(block.text), titles) - block.heading;
    if (share <= bestShare) continue;
    best = i;
    bestShare = share;
  }
  return best >= 0 ? best : first;
}

function sharedWithTitle(text: string, titles: string[]): number {
  if (text.length < 8) return 0;
  let shared = 0;
  for (const title of titles) {
    if (title.includes(text)) shared = Math.max(shared, text.length);
    else if (text.includes(title)) shared = Math.max(shared, title.length);
  }
  return shared;
}

/** The headline is content: a menu or sidebar that contains it was never closed, or isn't one. */
function forgetAreasOfHeadline(facts: PageFacts): void {
  const wrong = (facts.blocks[facts.headline]?.area ?? 0) & (NOT_CONTENT | AREA.aside);
  if (wrong === 0) return;
  for (const list of [facts.blocks, facts.links, facts.marked, facts.images])
    for (const one of list) one.area &= ~wrong;
}

const BEYOND_ASCII = /[^\0-\x7f]/;
const NO_LETTERS = /[^\p{L}\p{N}]+/gu;
const NO_ASCII_LETTERS = /[^a-z0-9]+/g;

function plain(text: string): string {
  const small = text.toLowerCase();
  // A lookup of letters in all scripts is five times as slow, and reading and finding take 8 % longer.
  return small.replace(BEYOND_ASCII.test(small) ? NO_LETTERS : NO_ASCII_LETTERS, ' ').trim();
}
