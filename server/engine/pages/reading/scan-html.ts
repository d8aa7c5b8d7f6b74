// A streaming reader of HTML: tells start tags, end tags, text and raw text (script, style …) in one pass, builds
// nothing, never looks back, and takes time in proportion to the length of the text whatever the text is.
// Why not a ready-made tokenizer: docs/decisions/0010-one-pass-over-a-page.md.
import { type Attributes, clearAttributes, keepAttribute, newAttributes } from './attributes.ts';

export interface HtmlEvents {
  open(name: string, attributes: Attributes): void;
  close(name: string): void;
  /** Text between tags, entities not decoded. */
  text(text: string): void;
  /** The inside of an element whose inside is not markup. It has no open or close of its own. */
  raw(name: string, text: string, attributes: Attributes): void;
  /** True ends the reading. */
  enough(): boolean;
}

const RAW = new Set(['script', 'style', 'title', 'textarea', 'xmp', 'iframe', 'noembed', 'noframes']);
const COMMON =
  'a abbr address article aside b blockquote body br button center cite code dd div dl dt em fieldset figcaption figure font footer form h1 h2 h3 h4 h5 h6 head header hr html i iframe img input label li link main meta nav noscript ol option p path picture pre script section select small source span strong style sub sup svg table tbody td template textarea tfoot th thead time title tr u ul video';
const MAX_COMMON = 12;
/** Common names by length and first letter: these cost no new string. */
const BY_SHAPE: (string[] | undefined)[] = new Array(MAX_COMMON * 128).fill(undefined);
for (const name of COMMON.split(' ')) {
  const shape = name.length * 128 + name.charCodeAt(0);
  BY_SHAPE[shape] = [...(BY_SHAPE[shape] ?? []), name];
}

interface Scan {
  readonly html: string;
  readonly attributes: Attributes;
  readonly events: HtmlEvents;
  /** Raw element names whose end tag is known to be missing from here on, so that nobody searches twice. */
  readonly endless: Set<string>;
}

/** Reads the text from start to end. Never throws on bad markup; what the events throw passes through. */
export function scanHtml(html: string, events: HtmlEvents): void {
  const scan: Scan = { html, attributes: newAttributes(), events, endless: new Set() };
  let at = 0;
  while (at < html.length && !events.enough()) {
    const open = html.indexOf('<', at);
    if (open < 0) break;
    const next = html.charCodeAt(open + 1);
    if (isLetter(next) || next === 47 /* / */ || next === 33 /* ! */ || next === 63 /* ? */) {
      if (open > at) events.text(html.slice(at, open));
      at = readMarkup(scan, open, next);
    } else {
      events.text(html.slice(at, open + 1));
      at = open + 1;
    }
  }
  if (at < html.length && !events.enough()) events.text(html.slice(at));
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

function readEndTag(scan: Scan, open: number): number {
  const { html } = scan;
  const nameEnd = endOfName(html, open + 2);
  const close = html.indexOf('>', nameEnd);
  if (close < 0) return html.length;
  if (nameEnd > open + 2) scan.events.close(nameAt(html, open + 2, nameEnd));
  return close + 1;
}

function readStartTag(scan: Scan, open: number): number {
  const { html, attributes, events } = scan;
  const nameEnd = endOfName(html, open + 1);
  const name = nameAt(html, open + 1, nameEnd);
  clearAttributes(attributes);
  const end = readAttributes(html, nameEnd, attributes);
  if (end < 0) return html.length;
  if (!RAW.has(name)) {
    events.open(name, attributes);
    return end;
  }
  const close = findRawEnd(scan, name, end);
  if (close < 0) return end;
  events.raw(name, html.slice(end, close), attributes);
  const after = html.indexOf('>', close);
  return after < 0 ? html.length : after + 1;
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

/** Reads attributes up to the end of the tag and answers the position behind it; -1 when the tag never ends. */
function readAttributes(html: string, from: number, into: Attributes): number {
  const { length } = html;
  let at = from;
  while (at < length) {
    const code = html.charCodeAt(at);
    if (code === 62 /* > */) return at + 1;
    if (code <= 32 || code === 47 /* / */) {
      at++;
      continue;
    }
    at = readAttribute(html, at, into);
    if (at < 0) return -1;
  }
  return -1;
}

function readAttribute(html: string, start: number, into: Attributes): number {
  const nameEnd = endOfAttributeName(html, start);
  let at = nameEnd;
  while (html.charCodeAt(at) <= 32) at++;
  if (html.charCodeAt(at) !== 61 /* = */) {
    keepAttribute(into, html, start, nameEnd, nameEnd, nameEnd);
    return nameEnd;
  }
  at++;
  while (html.charCodeAt(at) <= 32) at++;
  const quote = html.charCodeAt(at);
  if (quote === 34 || quote === 39) {
    const end = html.indexOf(quote === 34 ? '"' : "'", at + 1);
    if (end < 0) return -1;
    keepAttribute(into, html, start, nameEnd, at + 1, end);
    return end + 1;
  }
  const end = endOfBareValue(html, at);
  keepAttribute(into, html, start, nameEnd, at, end);
  return end;
}

function endOfAttributeName(html: string, start: number): number {
  let at = start + 1;
  for (; at < html.length; at++) {
    const code = html.charCodeAt(at);
    if (code <= 32 || code === 61 || code === 62 || code === 47) break;
  }
  return at;
}

function endOfBareValue(html: string, start: number): number {
  let at = start;
  for (; at < html.length; at++) {
    const code = html.charCodeAt(at);
    if (code <= 32 || code === 62) break;
  }
  return at;
}

function endOfName(html: string, start: number): number {
  let at = start;
  for (; at < html.length; at++) {
    const code = html.charCodeAt(at);
    if (code <= 32 || code === 62 || code === 47) break;
  }
  return at;
}

function nameAt(html: string, start: number, end: number): string {
  const length = end - start;
  const first = html.charCodeAt(start);
  const candidates = length < MAX_COMMON && first < 128 ? BY_SHAPE[length * 128 + first] : undefined;
  if (candidates) for (const name of candidates) if (html.startsWith(name, start)) return name;
  return html.slice(start, Math.min(end, start + 40)).toLowerCase();
}

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

function isNameCharacter(code: number): boolean {
  return isLetter(code) || (code >= 48 && code <= 57) || code === 45;
}
