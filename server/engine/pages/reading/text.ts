// Collects visible text into blocks. A block ends where a browser would start a new line.

import { AREA, LIMITS, NOT_CONTENT } from '../page-facts.ts';
import { decodeText } from '../scanning/attributes.ts';
import { TEXT, type TextRun, textOfRun } from '../scanning/scan-html.ts';
import { ALL_SIGNS, signsOfCodes, signsOfText } from '../text-signs.ts';
import { captureText } from './marked.ts';
import { type Frame, innermost, type Reading } from './reading.ts';

/** White space other than a single space; most white space is a single space and stays as it is. */
const SPACES = /[^\S ]\s*| \s+/g;
const WIDTHLESS = /[\u200b-\u200d\u2060\ufeff\u00ad]+/g;
/** No one writes longer text backwards, and every run would cost a copy of it. */
const MAX_TURNED = 1000;
const NEEDS_COLLAPSE = /[\t\n\r\f\u00a0\u200b-\u200d\u2060\ufeff\u00ad]| {2}/;

/** Adds a run of text that is not just white space. */
export function appendText(reading: Reading, run: TextRun): void {
  const frame = innermost(reading);
  if (frame.skip) return;
  const isPlain = run.seen === 0 && !frame.rot13;
  const text = isPlain ? textOfRun(run) : tidy(textOfRun(run), run.seen, frame.rot13);
  if (reading.open.length > 0) captureText(reading, text);
  if (frame.hiddenBy >= 0) addHiddenText(reading, frame, text);
  if (frame.area & AREA.hidden) return;
  const signs = isPlain ? signsOfCodes(run.codes, run.start, run.end) : signsOfText(text);
  const most = LIMITS.blockCharacters;
  if (text.length <= most) appendPiece(reading, frame, text, signs);
  else for (let at = 0; at < text.length; at += most) appendPiece(reading, frame, text.slice(at, at + most), signs);
}

function appendPiece(reading: Reading, frame: Frame, text: string, signs: number): void {
  if (reading.block.length > LIMITS.blockCharacters) endBlock(reading);
  if (reading.block === '') beginBlock(reading, frame);
  if (frame.turned >= 0) {
    turnText(reading, text, frame.turned);
    return;
  }
  const from = reading.block.length;
  appendPlain(reading, text);
  if (frame.area & ~reading.blockArea & AREA.code) markCode(reading, from);
  reading.blockSigns |= signs;
}

function beginBlock(reading: Reading, frame: Frame): void {
  reading.blockArea = frame.area;
  reading.blockTag = frame.name;
  reading.blockHeading = frame.heading;
  reading.blockArticle = frame.article;
  reading.blockHiddenBy = frame.hiddenBy;
}

function appendPlain(reading: Reading, text: string): void {
  const next = reading.block === '' || reading.blockSpace ? text.trimStart() : text;
  if (next === '') return;
  reading.block += next;
  reading.blockSpace = next.charCodeAt(next.length - 1) === 32;
}

function markCode(reading: Reading, from: number): void {
  if (reading.blockCode.length < LIMITS.seams) reading.blockCode.push(from, reading.block.length);
}

/** Decodes entities, collapses white space, and removes zero-width characters. */
function tidy(run: string, seen: number, isRot13: boolean): string {
  const decoded = seen & TEXT.entity ? decodeText(run) : run;
  const isLoose = seen & TEXT.entity ? NEEDS_COLLAPSE.test(decoded) : (seen & TEXT.loose) !== 0;
  const plain = isLoose ? decoded.replace(WIDTHLESS, '').replace(SPACES, ' ') : decoded;
  return isRot13 ? turnLetters(plain) : plain;
}

function addHiddenText(reading: Reading, frame: Frame, text: string): void {
  const element = reading.facts.hiddenElements[frame.hiddenBy];
  if (!element) return;
  element.characters += text.length;
  if (frame.area & AREA.hidden && element.text.length < LIMITS.hiddenCharacters) element.text += text;
}

function endHiddenLine(reading: Reading, index: number): void {
  const element = reading.facts.hiddenElements[index];
  if (element && element.text !== '' && !element.text.endsWith('\n')) element.text += '\n';
}

/** Decodes rot13 where a class says so. */
function turnLetters(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const code = letter.charCodeAt(0);
    return String.fromCharCode((code & 31) <= 13 ? code + 13 : code - 13);
  });
}

/** Text with a bidi override: what comes later is shown further left. */
function turnText(reading: Reading, text: string, from: number): void {
  if (reading.block.length > MAX_TURNED) return;
  const start = Math.min(from, reading.block.length);
  const turned = [...text].reverse().join('');
  reading.block = reading.block.slice(0, start) + turned + reading.block.slice(start);
  reading.blockSigns = ALL_SIGNS;
  reading.blockSpace = reading.block.endsWith(' ');
}

export function appendSpace(reading: Reading): void {
  if (reading.block !== '' && !reading.blockSpace) {
    reading.block += ' ';
    reading.blockSpace = true;
  }
  if (reading.open.length > 0) captureText(reading, ' ');
}

/** Ends the current block, and keeps it if it has text. */
export function endBlock(reading: Reading): void {
  if (reading.open.length > 0) captureText(reading, '\n');
  const { hiddenBy } = innermost(reading);
  if (hiddenBy >= 0) endHiddenLine(reading, hiddenBy);
  if (reading.block !== '') keepBlock(reading);
}

function keepBlock(reading: Reading): void {
  const { facts, block, blockLinks: links } = reading;
  const text = block.trimEnd();
  if (text === '') return;
  if (facts.blocks.length < LIMITS.blocks) {
    facts.blocks.push({
      text,
      tag: reading.blockTag,
      area: reading.blockArea,
      heading: reading.blockHeading,
      article: reading.blockArticle,
      links,
      seams: reading.blockSeams,
      code: reading.blockCode,
      hiddenBy: reading.blockHiddenBy,
      signs: reading.blockSigns,
    });
    if (links.length > 0) markContentLinks(reading, text.length, links);
  }
  reading.textLength += text.length;
  reading.block = '';
  reading.blockSpace = false;
  reading.blockSigns = 0;
  reading.blockHeading = 0;
  reading.blockLinks = [];
  reading.blockSeams = [];
  reading.blockCode = [];
}

/** A link is in the content when its line has words besides links: 25 characters distinguish text from a list. */
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
