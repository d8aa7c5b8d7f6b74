// What the class and id of an element say: HINT bits by their words, STYLED bits by the page's own style sheets. A page repeats a
// few hundred values thousands of times, so results are looked up by the value's position in the page, without a substring.
import { type Attributes, attributeBits, attributeSlot } from '../scanning/attributes.ts';
import { hintsOfWord } from './element-hints.ts';
import { type SheetWords, type StyledNames, stylesOfWord } from './hidden-styles.ts';

const CLASS = attributeBits('class');
const ID = attributeBits('id');
const CLASS_SLOT = attributeSlot('class');
const ID_SLOT = attributeSlot('id');

/** Values read so far: start, length and bits of one value as three numbers. Two values with the same hash replace each other. */
export type SeenValues = Int32Array;

const PLACES = 1024;

export function newSeenValues(): SeenValues {
  return new Int32Array(PLACES * 3);
}

/** The part of a reading that this needs. */
interface SeenReading {
  sheet: SheetWords;
  seenClasses: SeenValues;
  seenIds: SeenValues;
}

export function bitsOfClassAndId(reading: SeenReading, attributes: Attributes): number {
  const { present } = attributes;
  const { sheet } = reading;
  let bits = 0;
  if (present & CLASS) bits |= bitsOf(reading.seenClasses, sheet.classes, attributes, CLASS_SLOT);
  if (present & ID) bits |= bitsOf(reading.seenIds, sheet.ids, attributes, ID_SLOT);
  return bits;
}

function bitsOf(seen: SeenValues, styled: StyledNames, attributes: Attributes, slot: number): number {
  const { codes } = attributes;
  const [start, end] = [attributes.starts[slot] as number, attributes.ends[slot] as number];
  const length = end - start;
  if (length === 0) return 0;
  const place = placeOf(codes, start, length) * 3;
  if (seen[place + 1] === length && isSame(codes, seen[place] as number, start, length))
    return seen[place + 2] as number;
  const bits = readWords(attributes, start, end, styled);
  seen[place] = start;
  seen[place + 1] = length;
  seen[place + 2] = bits;
  return bits;
}

/** By length and six characters: enough to distinguish the values of most pages. */
function placeOf(codes: Uint16Array, start: number, length: number): number {
  let hash = length;
  hash = Math.imul(hash, 31) + (codes[start] as number);
  hash = Math.imul(hash, 31) + (codes[start + (length >> 2)] as number);
  hash = Math.imul(hash, 31) + (codes[start + (length >> 1)] as number);
  hash = Math.imul(hash, 31) + (codes[start + length - (length >> 2) - 1] as number);
  hash = Math.imul(hash, 31) + (codes[start + length - 1] as number);
  if (length > 1) hash = Math.imul(hash, 31) + (codes[start + length - 2] as number);
  return (hash ^ (hash >>> 10)) & (PLACES - 1);
}

function isSame(codes: Uint16Array, one: number, other: number, length: number): boolean {
  for (let i = 0; i < length; i++) if (codes[one + i] !== codes[other + i]) return false;
  return true;
}

function readWords({ html, codes }: Attributes, start: number, end: number, styled: StyledNames): number {
  const isStyled = styled.bits.size > 0;
  let bits = 0;
  for (let from = start; from < end; ) {
    const stop = endOfWord(codes, from, end);
    if (stop > from) {
      bits |= hintsOfWord(html, codes, from, stop);
      if (isStyled) bits |= stylesOfWord(styled, html, codes, from, stop);
    }
    from = stop + 1;
  }
  return bits;
}

function endOfWord(codes: Uint16Array, start: number, end: number): number {
  let at = start;
  while (at < end && (codes[at] as number) > 32) at++;
  return at;
}
