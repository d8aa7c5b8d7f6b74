// Elements that mention the author (MARK): captures their text, links, images and properties while they are open.

import { LIMITS, MARK, type MarkedElement } from '../page-facts.ts';
import { type Attributes, attribute, attributeBits, SLOT } from '../scanning/attributes.ts';
import { marksOfHints, plainWords } from './element-hints.ts';
import { type Frame, innermost, type OpenProperty, type Reading } from './reading.ts';

const AUTHOR_PROPERTY = /(?:^|[\s:])(?:author|creator|contributor|accountableperson|reviewedby|editor)(?=$|\s)/i;
const AUTHOR_LINK = /(?:^|\s)author(?:$|\s)/i;
const PERSON_TYPE = /(?:^|[/:\s])person\b/i;

/** Properties whose value is the text of their element. */
const TEXT_PROPERTY = /(?:^|[\s:])(?:name|jobtitle|title|givenname|familyname|email|worksfor)\b/i;

/** Attributes that may mark an element whatever its class says. */
export const MARKING = attributeBits(SLOT.itemprop, SLOT.property, SLOT.itemtype, SLOT.typeof, SLOT.rel);

const MAX_HINT = 400;

/** Classes of these are about the page, not its author. */
const NO_HINTED_MARKS = new Set(['html', 'body', 'main']);

function newMarked(reading: Reading, tag: string, attributes: Attributes, marks: number, hint: string): MarkedElement {
  const { area, scope } = innermost(reading);
  return {
    tag,
    marks,
    hint,
    text: '',
    long: false,
    holdsH1: false,
    area,
    block: reading.facts.blocks.length,
    links: [],
    images: [],
    content:
      attribute(attributes, SLOT.content) ??
      attribute(attributes, SLOT.title) ??
      attribute(attributes, SLOT['aria-label']) ??
      '',
    props: {},
    scope,
  };
}

export function captureText(reading: Reading, text: string): void {
  for (const marked of reading.open) {
    if (marked.long) continue;
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
    if (property.text.length < 300) property.text += text;
  }
}

/** Adds a property to a marked element, unless it has it already. */
function addTo(owner: MarkedElement, names: string, value: string): void {
  for (const name of names.toLowerCase().split(/\s+/, 4)) {
    const key = name.replace(/^(?:schema|foaf|s|dc|v):/, '');
    if (key !== '' && owner.props[key] === undefined && Object.keys(owner.props).length < 20) {
      owner.props[key] = value.replace(/\s+/g, ' ').trim().slice(0, 300);
    }
  }
}

/** Adds a property to the innermost marked element that is open, if any. */
export function addProperty(reading: Reading, names: string, value: string): void {
  const owner = reading.open.at(-1);
  if (owner) addTo(owner, names, value);
}

/** `bits`: what its class and id say. */
export function openMarks(reading: Reading, frame: Frame, attributes: Attributes, bits: number): void {
  const itemprop = attribute(attributes, SLOT.itemprop) ?? '';
  const property = attribute(attributes, SLOT.property) ?? '';
  const type = attribute(attributes, SLOT.itemtype) ?? attribute(attributes, SLOT.typeof) ?? '';
  const rel = frame.name === 'a' ? (attribute(attributes, SLOT.rel) ?? '') : '';
  let marks = NO_HINTED_MARKS.has(frame.name) ? 0 : marksOfHints(bits);
  if (PERSON_TYPE.test(type)) marks |= MARK.person;
  if (AUTHOR_PROPERTY.test(itemprop) || AUTHOR_PROPERTY.test(property) || AUTHOR_LINK.test(rel)) marks |= MARK.declared;
  else if (itemprop !== '' || property !== '') openProperty(reading, frame, attributes, itemprop || property);
  if (marks !== 0 && reading.facts.marked.length < LIMITS.marked) {
    const names = `${attribute(attributes, SLOT.class) ?? ''} ${attribute(attributes, SLOT.id) ?? ''}`;
    const hint = plainWords(`${bits === 0 ? '' : names.slice(0, MAX_HINT)} ${itemprop} ${property} ${rel}`).trim();
    frame.marked = newMarked(reading, frame.name, attributes, marks, hint);
    reading.facts.marked.push(frame.marked);
    reading.open.push(frame.marked);
  }
  if (type !== '')
    frame.scope = type
      .toLowerCase()
      .replace(/^.*[/:]/, '')
      .slice(0, 40);
}

function openProperty(reading: Reading, frame: Frame, attributes: Attributes, names: string): void {
  const owner = reading.open.at(-1);
  if (!owner) return;
  const content = attribute(attributes, SLOT.content);
  const href = attribute(attributes, SLOT.href);
  if (content === undefined && TEXT_PROPERTY.test(names)) {
    frame.property = { owner, name: names, text: '' };
    reading.properties.push(frame.property);
    if (href) addTo(owner, 'url', href);
  } else {
    const given = content ?? href ?? attribute(attributes, SLOT.datetime);
    if (given !== undefined) addTo(owner, names, given);
  }
}

export function closeProperty(reading: Reading, { owner, name, text }: OpenProperty): void {
  reading.properties.pop();
  if (text.trim() !== '') addTo(owner, name, text);
}

export function closeMarked(reading: Reading, marked: MarkedElement): void {
  reading.open.pop();
  marked.text = marked.text.trim();
}
