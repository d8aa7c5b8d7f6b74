// Elements that mention the author (MARK): captures their text, links, images and properties while they are open.

import { LIMITS, MARK, type MarkedElement } from '../page-facts.ts';
import { type Attributes, attribute, attributeBits, SLOT } from '../scanning/attributes.ts';
import { hintWords, marksOfHints, plainWords } from './element-hints.ts';
import type { Frame, OpenProperty, Reading } from './reading.ts';

const AUTHOR_PROPERTY = /(?:^|[\s:])(?:author|creator|contributor|accountableperson|reviewedby|editor)(?=$|\s)/i;
const PERSON_TYPE = /(?:^|[/:\s])person\b/i;

/** Attributes that may mark an element whatever its class says. */
export const MARKING = attributeBits(SLOT.itemprop, SLOT.property, SLOT.itemtype, SLOT.typeof, SLOT.rel);

/** Classes of these are about the page, not its author. */
const NO_HINTED_MARKS = new Set(['html', 'body', 'main']);

export interface Declared {
  itemprop: string;
  property: string;
  rel: string;
  type: string;
}

/** Whether machine readable attributes say 'author' or 'person' of this element. */
function declaredMarks(declared: Declared, isLink: boolean): number {
  let marks = 0;
  const { itemprop, property, rel, type } = declared;
  if (itemprop !== '' && AUTHOR_PROPERTY.test(itemprop)) marks |= MARK.declared;
  if (property !== '' && AUTHOR_PROPERTY.test(property)) marks |= MARK.declared;
  if (isLink && /(?:^|\s)author(?:$|\s)/i.test(rel)) marks |= MARK.declared;
  if (type !== '' && PERSON_TYPE.test(type)) marks |= MARK.person;
  return marks;
}

function newMarked(reading: Reading, tag: string, attributes: Attributes, marks: number, hint: string): MarkedElement {
  const frame = reading.frames[reading.depth];
  return {
    tag,
    marks,
    hint,
    text: '',
    long: false,
    holdsH1: false,
    area: frame?.area ?? 0,
    article: frame?.article ?? 0,
    block: reading.facts.blocks.length,
    endBlock: reading.facts.blocks.length,
    links: [],
    images: [],
    content:
      attribute(attributes, SLOT.content) ??
      attribute(attributes, SLOT.title) ??
      attribute(attributes, SLOT['aria-label']) ??
      '',
    props: {},
    scope: frame?.scope ?? '',
    parent: reading.open.at(-1) ?? -1,
  };
}

export function captureText(reading: Reading, text: string): void {
  for (const index of reading.open) {
    const marked = reading.facts.marked[index];
    if (!marked || marked.long) continue;
    if (text === '\n') {
      if (marked.text !== '' && !marked.text.endsWith('\n')) marked.text = `${marked.text.trimEnd()}\n`;
    } else if (marked.text === '' || marked.text.endsWith('\n') || marked.text.endsWith(' '))
      marked.text += text.trimStart();
    else marked.text += text;
    if (marked.text.length > LIMITS.markedCharacters) {
      marked.text = marked.text.slice(0, LIMITS.markedCharacters);
      marked.long = true;
    }
  }
  for (const property of reading.properties) {
    if (property && property.text.length < 300) property.text += text;
  }
}

/** Adds a property to the innermost open marked element that is an item or an author. */
export function addProperty(reading: Reading, names: string, value: string): void {
  const owner = reading.facts.marked[reading.open.at(-1) ?? -1];
  if (!owner) return;
  for (const name of names.toLowerCase().split(/\s+/, 4)) {
    const key = name.replace(/^(?:schema|foaf|s|dc|v):/, '');
    if (key !== '' && owner.props[key] === undefined && Object.keys(owner.props).length < 20) {
      owner.props[key] = value.replace(/\s+/g, ' ').trim().slice(0, 300);
    }
  }
}

/** `bits`: what its class and id say. */
export function openMarks(reading: Reading, frame: Frame, attributes: Attributes, bits: number): void {
  const itemprop = attribute(attributes, SLOT.itemprop) ?? '';
  const property = attribute(attributes, SLOT.property) ?? '';
  const type = attribute(attributes, SLOT.itemtype) ?? attribute(attributes, SLOT.typeof) ?? '';
  const rel = frame.name === 'a' ? (attribute(attributes, SLOT.rel) ?? '') : '';
  let marks = NO_HINTED_MARKS.has(frame.name) ? 0 : marksOfHints(bits);
  if (itemprop !== '' || property !== '' || type !== '' || rel !== '') {
    marks |= declaredMarks({ itemprop, property, rel, type }, frame.name === 'a');
  }
  if ((itemprop !== '' || property !== '') && reading.open.length > 0 && !(marks & MARK.declared)) {
    openProperty(reading, frame, attributes, itemprop || property);
  }
  if (marks !== 0 && reading.facts.marked.length < LIMITS.marked) {
    const words = hintWords(bits, attribute(attributes, SLOT.class), attribute(attributes, SLOT.id));
    const hint = plainWords(`${words} ${itemprop} ${property} ${rel}`).trim();
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
  const given =
    attribute(attributes, SLOT.content) ?? attribute(attributes, SLOT.href) ?? attribute(attributes, SLOT.datetime);
  const takesText = /(?:^|[\s:])(?:name|jobtitle|title|givenname|familyname|email|worksfor)\b/i.test(names);
  const owner = reading.facts.marked[reading.open.at(-1) ?? -1];
  if (!owner) return;
  if (takesText && attribute(attributes, SLOT.content) === undefined) {
    frame.property = { owner, name: names, text: '' };
    reading.properties.push(frame.property);
    const href = attribute(attributes, SLOT.href);
    if (href) addProperty(reading, 'url', href);
  } else if (given !== undefined) addProperty(reading, names, given);
}

export function closeProperty(reading: Reading, property: OpenProperty): void {
  const index = reading.properties.indexOf(property);
  if (index >= 0) reading.properties.splice(index, 1);
  const value = property.text.replace(/\s+/g, ' ').trim();
  for (const name of property.name.toLowerCase().split(/\s+/, 4)) {
    const key = name.replace(/^(?:schema|foaf|s|dc|v):/, '');
    if (value !== '' && property.owner.props[key] === undefined) property.owner.props[key] = value;
  }
}

export function closeMarked(reading: Reading, index: number): void {
  const marked = reading.facts.marked[index];
  const at = reading.open.lastIndexOf(index);
  if (at >= 0) reading.open.splice(at, 1);
  if (!marked) return;
  marked.text = marked.text.trim();
  marked.endBlock = reading.facts.blocks.length;
}
