// What the class and id of an element say: HINT bits by their words, STYLED bits by the page's own style sheets.
import { type Attributes, SLOT, type Slot } from '../scanning/attributes.ts';
import { hintsOfNames } from './element-hints.ts';
import type { SheetWords } from './hidden-styles.ts';

export function bitsOfClassAndId(sheet: SheetWords, attributes: Attributes): number {
  return bitsOf(attributes, SLOT.class, sheet.classes) | bitsOf(attributes, SLOT.id, sheet.ids);
}

function bitsOf(attributes: Attributes, slot: Slot, styled: Map<string, number>): number {
  if ((attributes.present & (1 << slot)) === 0) return 0;
  const { html, codes } = attributes;
  const [start, end] = [attributes.starts[slot] as number, attributes.ends[slot] as number];
  let bits = hintsOfNames(html, codes, start, end);
  if (styled.size > 0) for (const name of html.slice(start, end).split(/[\t\n\f\r ]+/)) bits |= styled.get(name) ?? 0;
  return bits;
}
