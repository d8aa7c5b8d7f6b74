// A streaming HTML scanner: reports start tags, end tags, text and raw text (script, style …) in one pass, builds nothing, never
// looks back, and takes time proportional to the length of the text, whatever the text is.
// Why not an existing tokenizer: docs/decisions/0010-one-pass-over-a-page.md.
import { type Attributes, clearAttributes, keepAttribute, newAttributes } from './attributes.ts';
import { characterCodes } from './character-codes.ts';
import { createNameTable } from './name-table.ts';

export interface HtmlEvents {
  open(name: string, attributes: Attributes): void;
  close(name: string): void;
  /** Text between tags that is not just white space. */
  text(run: TextRun): void;
  /** Text of only white space. */
  space(run: TextRun): void;
  /** The content of a raw element. It gets no open or close event. */
  raw(name: string, text: string, attributes: Attributes): void;
  /** True stops the scan. */
  enough(): boolean;
}

/** A piece of text as a position in the page, entities not decoded. The same record is reused for every run. */
export interface TextRun {
  readonly html: string;
  readonly codes: Uint16Array;
  start: number;
  end: number;
  /** TEXT bits collected during the scan. */
  seen: number;
}

export function textOfRun({ html, start, end }: TextRun): string {
  return html.slice(start, end);
}

/** What a run of text contains. */
export const TEXT = {
  entity: 1,
  /** White space other than single spaces, or zero-width characters. */
  loose: 2,
} as const;

const RAW = 'script style title textarea xmp iframe noembed noframes'.split(' ');
const COMMON =
  'a abbr address article aside b blockquote body br button center cite code dd div dl dt em fieldset figcaption figure font footer form g h1 h2 h3 h4 h5 h6 head header hr html i img input label li link main meta nav noscript ol option p path picture pre section select small source span strong sub sup svg table tbody td template tfoot th thead time tr u ul use video';
/** Raw elements first: an index below RAW.length is raw. These names need no new string. */
const TAGS = createNameTable([...RAW, ...COMMON.split(' ')]);
const MAX_NAME = 40;

interface Scan {
  readonly html: string;
  readonly codes: Uint16Array;
  readonly length: number;
  readonly attributes: Attributes;
  readonly run: TextRun;
  readonly events: HtmlEvents;
  /** Raw elements whose end tag is known to be missing from here on, so that it isn't searched twice. */
  readonly endless: Set<string>;
}

/** Scans the text from start to end. Never throws on bad markup; passes on what the event handlers throw. */
export function scanHtml(html: string, events: HtmlEvents): void {
  const codes = characterCodes(html);
  const { length } = html;
  const run: TextRun = { html, codes, start: 0, end: 0, seen: 0 };
  const scan: Scan = { html, codes, length, attributes: newAttributes(html, codes), run, events, endless: new Set() };
  let at = 0;
  while (at < length && !events.enough()) {
    const code = codes[at + 1] as number;
    if (codes[at] === 60 /* < */ && at + 1 < length && beginsMarkup(code)) at = readMarkup(scan, at, code);
    else at = readText(scan, at);
  }
}

function beginsMarkup(code: number): boolean {
  return isLetter(code) || code === 47 /* / */ || code === 33 /* ! */ || code === 63 /* ? */;
}

/** '<', '&', white space and zero-width characters. */
const STOPS = new Uint8Array(65536);
for (const code of [9, 10, 12, 13, 32, 38, 60, 0xa0, 0xad, 0x200b, 0x200c, 0x200d, 0x2060, 0xfeff]) STOPS[code] = 1;

/** Reports the text up to the next tag and collects its TEXT bits on the way: searching it again takes 17 % longer. */
function readText({ codes, length, run, events }: Scan, start: number): number {
  let at = start;
  while (at < length && (codes[at] as number) <= 32) at++;
  const first = at;
  let seen = 0;
  for (; at < length; at++) {
    const code = codes[at] as number;
    if (STOPS[code] === 0) continue;
    if (code === 32) {
      if (codes[at + 1] === 32) seen |= TEXT.loose;
    } else if (code === 38 /* & */) seen |= TEXT.entity;
    else if (code !== 60 /* < */) seen |= TEXT.loose;
    else if (at + 1 < length && beginsMarkup(codes[at + 1] as number)) break;
  }
  run.start = start;
  run.end = at;
  if (at === first) events.space(run);
  else {
    run.seen = seen | looseness(codes, start, first);
    events.text(run);
  }
  return at;
}

/** TEXT.loose if this white space is more than a single space. */
function looseness(codes: Uint16Array, start: number, end: number): number {
  if (end - start > 1) return TEXT.loose;
  return end > start && codes[start] !== 32 ? TEXT.loose : 0;
}

function readMarkup(scan: Scan, open: number, next: number): number {
  if (next === 47) return readEndTag(scan, open);
  if (next === 33 || next === 63) return skipDeclaration(scan.html, open);
  return readStartTag(scan, open);
}

function skipDeclaration(html: string, open: number): number {
  if (html.startsWith('<!--', open)) {
    if (html.charCodeAt(open + 4) === 62) return open + 5;
    if (html.startsWith('->', open + 4)) return open + 6;
    const end = html.indexOf('-->', open + 4);
    return end < 0 ? html.length : end + 3;
  }
  if (html.startsWith('<![CDATA[', open)) {
    const end = html.indexOf(']]>', open + 9);
    return end < 0 ? html.length : end + 3;
  }
  const end = html.indexOf('>', open + 2);
  return end < 0 ? html.length : end + 1;
}

function readEndTag({ html, codes, length, events }: Scan, open: number): number {
  const nameEnd = endOfName(codes, open + 2, length);
  let close = nameEnd;
  while (close < length && codes[close] !== 62) close++;
  if (close >= length) return length;
  if (nameEnd > open + 2) {
    const index = TAGS.find(codes, open + 2, nameEnd);
    events.close(index < 0 ? otherName(html, open + 2, nameEnd) : (TAGS.names[index] as string));
  }
  return close + 1;
}

function readStartTag(scan: Scan, open: number): number {
  const { html, codes, length, attributes, events } = scan;
  const nameEnd = endOfName(codes, open + 1, length);
  const index = TAGS.find(codes, open + 1, nameEnd);
  const name = index < 0 ? otherName(html, open + 1, nameEnd) : (TAGS.names[index] as string);
  clearAttributes(attributes);
  const end = readAttributes(attributes, nameEnd, length);
  if (end < 0) return length;
  if (index < 0 || index >= RAW.length) {
    events.open(name, attributes);
    return end;
  }
  const close = findRawEnd(scan, name, end);
  if (close < 0) return end;
  events.raw(name, html.slice(end, close), attributes);
  const after = html.indexOf('>', close);
  return after < 0 ? length : after + 1;
}

function findRawEnd(scan: Scan, name: string, from: number): number {
  if (scan.endless.has(name)) return -1;
  const { html } = scan;
  for (let at = html.indexOf('</', from); at >= 0; at = html.indexOf('</', at + 2)) {
    const end = at + 2 + name.length;
    if (html.startsWith(name, at + 2) || html.slice(at + 2, end).toLowerCase() === name) {
      if (!isNameCharacter(html.charCodeAt(end))) return at;
    }
  }
  scan.endless.add(name);
  return -1;
}

/** Reads attributes up to the end of the tag and returns the position after it; -1 if the tag never ends. */
function readAttributes(into: Attributes, from: number, length: number): number {
  const { codes } = into;
  let at = from;
  while (at < length) {
    const code = codes[at] as number;
    if (code === 62 /* > */) return at + 1;
    if (code <= 32 || code === 47 /* / */) {
      at++;
      continue;
    }
    at = readAttribute(into, at, length);
    if (at < 0) return -1;
  }
  return -1;
}

function readAttribute(into: Attributes, start: number, length: number): number {
  const { codes } = into;
  const nameEnd = endOfAttributeName(codes, start, length);
  let at = skipSpace(codes, nameEnd, length);
  if (at >= length || codes[at] !== 61 /* = */) {
    keepAttribute(into, start, nameEnd, nameEnd, nameEnd);
    return nameEnd;
  }
  at = skipSpace(codes, at + 1, length);
  const quote = at < length ? (codes[at] as number) : 0;
  if (quote === 34 || quote === 39) {
    const end = into.html.indexOf(quote === 34 ? '"' : "'", at + 1);
    if (end < 0) return -1;
    keepAttribute(into, start, nameEnd, at + 1, end);
    return end + 1;
  }
  const end = endOfBareValue(codes, at, length);
  keepAttribute(into, start, nameEnd, at, end);
  return end;
}

function skipSpace(codes: Uint16Array, from: number, length: number): number {
  let at = from;
  while (at < length && (codes[at] as number) <= 32) at++;
  return at;
}

function endOfAttributeName(codes: Uint16Array, start: number, length: number): number {
  let at = start + 1;
  for (; at < length; at++) {
    const code = codes[at] as number;
    if (code <= 32 || code === 61 || code === 62 || code === 47) break;
  }
  return at;
}

function endOfBareValue(codes: Uint16Array, start: number, length: number): number {
  let at = start;
  for (; at < length; at++) {
    const code = codes[at] as number;
    if (code <= 32 || code === 62) break;
  }
  return at;
}

function endOfName(codes: Uint16Array, start: number, length: number): number {
  let at = start;
  for (; at < length; at++) {
    const code = codes[at] as number;
    if (code <= 32 || code === 62 || code === 47) break;
  }
  return at;
}

function otherName(html: string, start: number, end: number): string {
  return html.slice(start, Math.min(end, start + MAX_NAME)).toLowerCase();
}

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

function isNameCharacter(code: number): boolean {
  return isLetter(code) || (code >= 48 && code <= 57) || code === 45;
}
