// Which elements are hidden or turned round, by their own style or by the page's style sheets.
import { AREA, LIMITS } from '../page-facts.ts';
import { type Attributes, attribute, attributeReader } from './attributes.ts';
import { styleHides, styleTurns } from './hidden-styles.ts';
import type { Frame, Reading } from './reading.ts';

const classOf = attributeReader('class');
const idOf = attributeReader('id');
const styleOf = attributeReader('style');
const hiddenOf = attributeReader('hidden');
const ariaHiddenOf = attributeReader('aria-hidden');

export function hideOrTurn(reading: Reading, frame: Frame, attributes: Attributes): void {
  const style = styleOf(attributes);
  const { hides, turns } = reading.sheet;
  if (hiddenOf(attributes) !== undefined) frame.area |= AREA.hidden;
  if (ariaHiddenOf(attributes) === 'true') openVeil(reading, frame);
  if (style !== undefined && style !== '') {
    if (styleHides(style)) frame.area |= AREA.hidden;
    if (styleTurns(style)) frame.turned = reading.block.length;
  }
  if (frame.name === 'bdo' && attribute(attributes, 'dir')?.toLowerCase() === 'rtl')
    frame.turned = reading.block.length;
  if (frame.area & AREA.hidden) openVeil(reading, frame);
  if (hides.size === 0 && turns.size === 0) return;
  const [isHidden, isTurned] = styledBySheet(reading, classOf(attributes) ?? '', idOf(attributes) ?? '');
  if (isTurned) frame.turned = reading.block.length;
  if (!isHidden) return;
  frame.area |= AREA.hidden;
  openVeil(reading, frame);
}

/** What the page's own style sheets say of a class and id; remembered until another sheet comes. */
function styledBySheet(reading: Reading, className: string, id: string): readonly [boolean, boolean] {
  const { hides, turns } = reading.sheet;
  const size = hides.size + turns.size;
  if (reading.styledSize !== size) {
    reading.styled.clear();
    reading.styledSize = size;
  }
  const key = id === '' ? className : `${className} #${id}`;
  const known = reading.styled.get(key);
  if (known) return known;
  const names = className.split(/\s+/).map((word) => `.${word}`);
  if (id !== '') names.push(`#${id}`);
  const styled = [names.some((word) => hides.has(word)), names.some((word) => turns.has(word))] as const;
  if (reading.styled.size < 5000) reading.styled.set(key, styled);
  return styled;
}

function openVeil(reading: Reading, frame: Frame): void {
  const { veils } = reading.facts;
  if (frame.veil >= 0 || veils.length >= LIMITS.veils) return;
  frame.veil = veils.length;
  veils.push({ characters: 0, text: '' });
}
