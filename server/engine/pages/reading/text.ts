// Visible text, run by run, into blocks. A block ends where a browser would begin a new line.

import { AREA, LIMITS, NOT_CONTENT } from '../page-facts.ts';
import { decodeText } from './attributes.ts';
import { captureText } from './marked.ts';
import type { Frame, Reading } from './reading.ts';

/** Shared by all blocks without links: never written to. */
const NONE: number[] = [];
const SPACES = /[\s\u00a0]+/g;
const WIDTHLESS = /[\u200b-\u200d\u2060\ufeff\u00ad]+/g;
/** Nobody writes longer text backwards, and every run would cost a copy of it. */
const MAX_TURNED = 1000;
const NEEDS_COLLAPSE = /[\t\n\r\f\u00a0\u200b-\u200d\u2060\ufeff\u00ad]| {2}/;

export function appendText(reading: Reading, run: string): void {
  if (isOnlySpace(run)) {
    appendSpace(reading);
    return;
  }
  const frame = reading.frames[reading.depth];
  if (!frame || frame.skip) return;
  const decoded = decodeText(run);
  const plain = NEEDS_COLLAPSE.test(decoded) ? decoded.replace(WIDTHLESS, '').replace(SPACES, ' ') : decoded;
  const text = frame.rot13 ? turnLetters(plain) : plain;
  if (reading.open.length > 0) captureText(reading, text);
  if (frame.veil >= 0) veilText(reading, frame, text);
  if (frame.area & AREA.hidden) return;
  if (reading.block.length > LIMITS.blockCharacters) endBlock(reading);
  if (reading.block === '') {
    reading.blockArea = frame.area;
    reading.blockTag = frame.name;
    reading.blockHeading = frame.heading;
    reading.blockArticle = frame.article;
    reading.blockVeil = frame.veil;
  }
  if (frame.turned >= 0) turnText(reading, text, frame.turned);
  else {
    const next = reading.block === '' || reading.blockSpace ? text.trimStart() : text;
    if (next === '') return;
    reading.block += next;
    reading.blockSpace = next.charCodeAt(next.length - 1) === 32;
  }
}

function veilText(reading: Reading, frame: Frame, text: string): void {
  const veil = reading.facts.veils[frame.veil];
  if (!veil) return;
  veil.characters += text.length;
  if (frame.area & AREA.hidden && veil.text.length < LIMITS.veilCharacters) veil.text += text;
}

function endVeilLine(reading: Reading, index: number): void {
  const veil = reading.facts.veils[index];
  if (veil && veil.text !== '' && !veil.text.endsWith('\n')) veil.text += '\n';
}

function isOnlySpace(run: string): boolean {
  for (let at = 0; at < run.length; at++) if (run.charCodeAt(at) > 32) return false;
  return true;
}

/** Rot13, where a class says that the text is turned so. */
function turnLetters(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const code = letter.charCodeAt(0);
    return String.fromCharCode((code & 31) <= 13 ? code + 13 : code - 13);
  });
}

/** Text shown from right to left by force: what comes later stands further left. */
function turnText(reading: Reading, text: string, from: number): void {
  if (reading.block.length > MAX_TURNED) return;
  const start = Math.min(from, reading.block.length);
  const turned = [...text].reverse().join('');
  reading.block = reading.block.slice(0, start) + turned + reading.block.slice(start);
  reading.blockSpace = reading.block.endsWith(' ');
}

export function appendSpace(reading: Reading): void {
  if (reading.block !== '' && !reading.blockSpace) {
    reading.block += ' ';
    reading.blockSpace = true;
  }
  if (reading.open.length > 0) captureText(reading, ' ');
}

/** Ends the current block and keeps it when it holds any text. */
export function endBlock(reading: Reading): void {
  const { facts } = reading;
  const text = reading.block === '' ? '' : reading.block.trimEnd();
  const links = reading.blockLinks;
  if (reading.open.length > 0) captureText(reading, '\n');
  const { veil = -1 } = reading.frames[reading.depth] ?? {};
  if (veil >= 0) endVeilLine(reading, veil);
  if (text === '') return;
  if (facts.blocks.length < LIMITS.blocks) {
    facts.blocks.push({
      text,
      tag: reading.blockTag,
      area: reading.blockArea,
      heading: reading.blockHeading,
      article: reading.blockArticle,
      links: links.length > 0 ? links : NONE,
      seams: reading.blockSeams.length > 0 ? reading.blockSeams : NONE,
      veil: reading.blockVeil,
    });
    if (links.length > 0) markContentLinks(reading, text.length, links);
  }
  reading.textLength += text.length;
  reading.block = '';
  reading.blockSpace = false;
  reading.blockHeading = 0;
  if (links.length > 0) reading.blockLinks = [];
  if (reading.blockSeams.length > 0) reading.blockSeams = [];
}

/** A link is in the content when its line has words of its own besides links: 25 characters tell text from a list. */
function markContentLinks(reading: Reading, length: number, links: number[]): void {
  if (reading.blockArea & (NOT_CONTENT | AREA.aside | AREA.noscript)) return;
  let linked = 0;
  for (const link of links) linked += reading.facts.links[link]?.text.length ?? 0;
  if (length - linked < 25) return;
  for (const index of links) {
    const link = reading.facts.links[index];
    if (link) link.inContent = true;
  }
}
