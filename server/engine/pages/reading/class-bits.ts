// What the class and id of an element say: HINT bits by their words, STYLED bits by the page's own style sheets. A page repeats a
// few hundred values thousands of times: without the maps, reading and finding take 5 % longer.
import { type Attributes, attributeSlot } from '../scanning/attributes.ts';
import { hintsOfWord } from './element-hints.ts';
import type { SheetWords, StyledNames } from './hidden-styles.ts';

const CLASS_SLOT = attributeSlot('class');
const ID_SLOT = attributeSlot('id');

/** The bits of the values read so far. */
export type SeenValues = Map<string, number>;

/** The part of a reading that this needs. */
interface SeenReading {
  sheet: SheetWords;
  seenClasses: SeenValues;
  seenIds: SeenValues;
}

export function bitsOfClassAndId({ sheet, seenClasses, seenIds }: SeenReading, attributes: Attributes): number {
  return bitsOf(seenClasses, sheet.classes, attributes, CLASS_SLOT) | bitsOf(seenIds, sheet.ids, attributes, ID_SLOT);
}

function bitsOf(seen: SeenValues, styled: StyledNames, attributes: Attributes, slot: number): number {
  if ((attributes.present & (1 << slot)) === 0) return 0;
  const [start, end] = [attributes.starts[slot] as number, attributes.ends[slot] as number];
  const value = attributes.html.slice(start, end);
  const known = seen.get(value);
  if (known !== undefined) return known;
  const bits = readWords(attributes, start, end, styled);
  seen.set(value, bits);
  return bits;
}

function readWords({ html, codes }: Attributes, start: number, end: number, styled: StyledNames): number {
  let bits = 0;
  for (let from = start; from < end; ) {
    const stop = endOfWord(codes, from, end);
    if (stop > from) {
      bits |= hintsOfWord(html, codes, from, stop);
      if (styled.size > 0) bits |= styled.get(html.slice(from, stop)) ?? 0;
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
