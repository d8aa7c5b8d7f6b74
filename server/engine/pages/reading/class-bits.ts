// What the class and id of an element say: HINT bits by their words, STYLED bits by the page's own style sheets.
// A class without any telling word is not even cut out of the page; what telling ones say is remembered for the page.
import { type Attributes, attributeBits, attributeSlot } from '../scanning/attributes.ts';
import { hintsOfWord, mayTell } from './element-hints.ts';
import { type StyledNames, stylesOfWord } from './hidden-styles.ts';
import type { Reading } from './reading.ts';

const CLASS = attributeBits('class');
const ID = attributeBits('id');
const CLASS_SLOT = attributeSlot('class');
const ID_SLOT = attributeSlot('id');
const MAX_REMEMBERED = 5000;

export function bitsOfClassAndId(reading: Reading, attributes: Attributes): number {
  const { present } = attributes;
  let bits = 0;
  if (present & CLASS) {
    bits |= hintsOf(reading, attributes, CLASS_SLOT) | stylesOf(attributes, CLASS_SLOT, reading.sheet.classes);
  }
  if (present & ID) bits |= hintsOf(reading, attributes, ID_SLOT) | stylesOf(attributes, ID_SLOT, reading.sheet.ids);
  return bits;
}

function hintsOf({ hints }: Reading, { html, codes, starts, ends }: Attributes, slot: number): number {
  const [start, end] = [starts[slot] as number, ends[slot] as number];
  if (!mayTell(codes, start, end)) return 0;
  const text = html.slice(start, end);
  const known = hints.get(text);
  if (known !== undefined) return known;
  let bits = 0;
  for (let from = start; from < end; ) {
    const stop = endOfWord(codes, from, end);
    if (stop > from) bits |= hintsOfWord(html, codes, from, stop);
    from = stop + 1;
  }
  if (hints.size < MAX_REMEMBERED) hints.set(text, bits);
  return bits;
}

function stylesOf({ html, codes, starts, ends }: Attributes, slot: number, names: StyledNames): number {
  if (names.bits.size === 0) return 0;
  const end = ends[slot] as number;
  let bits = 0;
  for (let from = starts[slot] as number; from < end; ) {
    const stop = endOfWord(codes, from, end);
    if (stop > from) bits |= stylesOfWord(names, html, codes, from, stop);
    from = stop + 1;
  }
  return bits;
}

function endOfWord(codes: Uint16Array, start: number, end: number): number {
  let at = start;
  while (at < end && (codes[at] as number) > 32) at++;
  return at;
}
