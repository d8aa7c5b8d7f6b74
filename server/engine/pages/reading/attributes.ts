// The attributes of one start tag. Only the names listed here are kept, each in its own slot, so that a page
// costs no object per element. The same record is used again for every tag: read what you need at once.
import { decodeHTML, decodeHTMLAttribute } from 'entities';

const NAMES = [
  'class',
  'id',
  'style',
  'href',
  'rel',
  'src',
  'alt',
  'title',
  'name',
  'content',
  'property',
  'itemprop',
  'itemscope',
  'itemtype',
  'itemref',
  'itemid',
  'typeof',
  'type',
  'hidden',
  'lang',
  'dir',
  'value',
  'onclick',
  'aria-hidden',
  'aria-label',
  'http-equiv',
  'datetime',
  'hreflang',
  'charset',
  'role',
  'resource',
  'about',
  'onmouseover',
  'sizes',
  'data-src',
  'data-lazy-src',
  'data-cfemail',
  'srcset',
  'xml:lang',
  'tabindex',
  'autocomplete',
  'onload',
  'first',
  'last',
  'text',
] as const;

export type AttributeName = (typeof NAMES)[number];

export interface Attributes {
  /** Raw values by slot; undefined when absent, '' when present without a value. */
  readonly values: (string | undefined)[];
  readonly used: number[];
  /** Attributes such as data-email or data-author, which sites name as they like. */
  extra: { name: string; value: string }[];
}

const SLOT = new Map<string, number>(NAMES.map((name, slot) => [name, slot]));
const MAX_NAME = 24;
/** Names by length and first letter, so that most names are told apart without cutting a string. */
const BY_SHAPE: ({ name: string; slot: number }[] | undefined)[] = new Array(MAX_NAME * 128).fill(undefined);
for (const [name, slot] of SLOT) {
  const shape = name.length * 128 + name.charCodeAt(0);
  BY_SHAPE[shape] = [...(BY_SHAPE[shape] ?? []), { name, slot }];
}
const TELLING = /mail|author|byline|writer|user|domain|host|enc|part|addr/i;
const MAX_EXTRA = 12;

export function newAttributes(): Attributes {
  return { values: new Array(NAMES.length).fill(undefined), used: [], extra: [] };
}

export function clearAttributes(attributes: Attributes): void {
  const { used, values } = attributes;
  for (let i = 0; i < used.length; i++) values[used[i] as number] = undefined;
  used.length = 0;
  if (attributes.extra.length > 0) attributes.extra = [];
}

/** Keeps html[valueStart..valueEnd] when html[start..end] is a name we read; the first of two equal names counts. */
export function keepAttribute(
  into: Attributes,
  html: string,
  start: number,
  end: number,
  valueStart: number,
  valueEnd: number,
): void {
  const first = html.charCodeAt(start);
  const lower = first >= 65 && first <= 90 ? first + 32 : first;
  const length = end - start;
  const candidates = length < MAX_NAME && lower < 128 ? BY_SHAPE[length * 128 + lower] : undefined;
  if (candidates) {
    const name = first === lower ? undefined : html.slice(start, end).toLowerCase();
    for (const candidate of candidates) {
      if (name === undefined ? html.startsWith(candidate.name, start) : name === candidate.name) {
        if (into.values[candidate.slot] !== undefined) return;
        into.values[candidate.slot] = html.slice(valueStart, valueEnd);
        into.used.push(candidate.slot);
        return;
      }
    }
  }
  if (lower === 100 && valueEnd > valueStart && length < 60 && html.startsWith('data-', start)) {
    keepExtra(into, html.slice(start, end), html, valueStart, valueEnd);
  }
}

function keepExtra(into: Attributes, name: string, html: string, valueStart: number, valueEnd: number): void {
  if (valueEnd - valueStart > 2000 || into.extra.length >= MAX_EXTRA || !TELLING.test(name)) return;
  into.extra.push({ name: name.toLowerCase(), value: html.slice(valueStart, valueEnd) });
}

/** The value with entities decoded; undefined when the attribute is absent. */
export function attribute(attributes: Attributes, name: AttributeName): string | undefined {
  const value = attributes.values[SLOT.get(name) as number];
  return value === undefined || value.indexOf('&') < 0 ? value : decodeHTMLAttribute(value);
}

/** A function that reads one attribute fast: for the few names asked on every element. */
export function attributeReader(name: AttributeName): (attributes: Attributes) => string | undefined {
  const slot = SLOT.get(name) as number;
  return (attributes) => {
    const value = attributes.values[slot];
    return value === undefined || value.indexOf('&') < 0 ? value : decodeHTMLAttribute(value);
  };
}

export function decodeText(text: string): string {
  return text.indexOf('&') < 0 ? text : decodeHTML(text);
}
