// What the class and id of an element say: HINT bits by their words, STYLED bits by the page's own style sheets. Values are not
// cached: looking up a whole class takes as long as judging its words.
import { type Attributes, SLOT, type Slot } from '../scanning/attributes.ts';
import { hintsOfWord } from './element-hints.ts';
import type { SheetWords } from './hidden-styles.ts';

export function bitsOfClassAndId(sheet: SheetWords, attributes: Attributes): number {
  return bitsOf(attributes, SLOT.class, sheet.classes) | bitsOf(attributes, SLOT.id, sheet.ids);
}

function bitsOf(attributes: Attributes, slot: Slot, styled: Map<string, number>): number {
  if ((attributes.present & (1 << slot)) === 0) return 0;
  const { html, codes } = attributes;
  const end = attributes.ends[slot] as number;
  let bits = 0;
  for (let from = attributes.starts[slot] as number; from < end; ) {
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
