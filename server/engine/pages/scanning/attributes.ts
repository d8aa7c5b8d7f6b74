// The attributes of one start tag. Keeps only the names listed here, as positions in the page; a value is extracted on demand.
// The same record is reused for every tag: read what you need right away.
import { decodeHTML, decodeHTMLAttribute } from 'entities';
import { LIMITS } from '../page-facts.ts';
import { createNameTable } from './name-table.ts';
import { createWordFinder } from './word-finder.ts';

/** The names that are kept, each with its place in `starts` and `ends` and its bit in `present`: at most 32. */
export const SLOT = {
  class: 0,
  id: 1,
  style: 2,
  href: 3,
  rel: 4,
  src: 5,
  alt: 6,
  title: 7,
  name: 8,
  content: 9,
  property: 10,
  itemprop: 11,
  itemtype: 12,
  typeof: 13,
  type: 14,
  hidden: 15,
  lang: 16,
  'xml:lang': 17,
  dir: 18,
  value: 19,
  onclick: 20,
  'aria-hidden': 21,
  'aria-label': 22,
  'http-equiv': 23,
  datetime: 24,
  sizes: 25,
  'data-src': 26,
  'data-lazy-src': 27,
  'data-cfemail': 28,
  first: 29,
  last: 30,
  shadowrootmode: 31,
} as const;

export type Slot = (typeof SLOT)[keyof typeof SLOT];

const NAMES = Object.keys(SLOT);

export interface Attributes {
  readonly html: string;
  readonly codes: Uint16Array;
  /** One bit for every name that is present. */
  present: number;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** Attributes such as data-email or data-author, which sites name freely. */
  extra: { name: string; value: string }[];
}

const TABLE = createNameTable(NAMES);
/** What names after 'data-' contain. */
const TELLING = createWordFinder([[1, 'mail author byline writer user domain host enc part addr'.split(' ')]]);
/** Attributes of custom elements that hold an address or its parts: `<contact-link email=…>`. */
const CUSTOM = new Set(['email', 'e-mail', 'mail', 'mailto', 'user', 'domain']);
const MAX_EXTRA = 12;

export function newAttributes(html: string, codes: Uint16Array): Attributes {
  const [starts, ends] = [new Int32Array(NAMES.length), new Int32Array(NAMES.length)];
  return { html, codes, present: 0, starts, ends, extra: [] };
}

export function clearAttributes(attributes: Attributes): void {
  attributes.present = 0;
  attributes.extra = [];
}

/** The bits of these names in `present`. */
export function attributeBits(...slots: Slot[]): number {
  return slots.reduce<number>((bits, slot) => bits | (1 << slot), 0);
}

/** Keeps the value at valueStart..valueEnd if start..end is a known name; the first of two equal names counts. */
export function keepAttribute(
  into: Attributes,
  start: number,
  end: number,
  valueStart: number,
  valueEnd: number,
): void {
  const { codes } = into;
  const slot = TABLE.find(codes, start, end);
  if (slot >= 0) {
    const bit = 1 << slot;
    if (into.present & bit) return;
    into.present |= bit;
    into.starts[slot] = valueStart;
    into.ends[slot] = valueEnd;
  } else if (valueEnd > valueStart && mayBeExtra(codes, start, end)) {
    keepExtra(into, start, end, valueStart, valueEnd);
  }
}

/** 'data-…' with a telling word, or as short as the names of CUSTOM with the same first letter. */
function mayBeExtra(codes: Uint16Array, start: number, end: number): boolean {
  const first = codes[start] as number;
  if (first === 100 && codes[start + 4] === 45) return end - start < 60 && TELLING.inCodes(codes, start + 5, end) !== 0;
  return end - start <= 6 && (first === 101 || first === 109 || first === 117 || first === 100);
}

function keepExtra(into: Attributes, start: number, end: number, valueStart: number, valueEnd: number): void {
  const name = into.html.slice(start, end).toLowerCase();
  if (!name.startsWith('data-') && !CUSTOM.has(name)) return;
  if (valueEnd - valueStart > 2000 || into.extra.length >= MAX_EXTRA) return;
  into.extra.push({ name, value: into.html.slice(valueStart, valueEnd) });
}

/** The value with entities decoded; '' if it has none, undefined if the attribute is absent. */
export function attribute(attributes: Attributes, slot: Slot): string | undefined {
  if ((attributes.present & (1 << slot)) === 0) return undefined;
  const value = attributes.html.slice(attributes.starts[slot], attributes.ends[slot]);
  return value.indexOf('&') < 0 ? value : decodeHTMLAttribute(value);
}

/** The same for an attribute that is short on honest pages; '' if it is absent. */
export function shortAttribute(attributes: Attributes, slot: Slot): string {
  return (attribute(attributes, slot) ?? '').slice(0, LIMITS.attributeCharacters);
}

export function decodeText(text: string): string {
  return text.indexOf('&') < 0 ? text : decodeHTML(text);
}
