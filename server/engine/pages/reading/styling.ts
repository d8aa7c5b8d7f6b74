// Which elements are hidden or reversed, by their own style or by the page's style sheets.
import { AREA, LIMITS } from '../page-facts.ts';
import { type Attributes, attribute, attributeBits, SLOT } from '../scanning/attributes.ts';
import { readStyle, STYLED } from './hidden-styles.ts';
import type { Frame, Reading } from './reading.ts';

const HIDING = attributeBits(SLOT.style, SLOT.hidden, SLOT['aria-hidden'], SLOT.dir);
const HIDDEN = attributeBits(SLOT.hidden);

/** `bits`: what the style sheets say about its class and id. */
export function applyVisibility(reading: Reading, frame: Frame, attributes: Attributes, bits: number): void {
  const styled = attributes.present & HIDING ? bits | ownStyle(reading, frame, attributes) : bits;
  if (styled & STYLED.turns) frame.turned = reading.block.length;
  if (styled & STYLED.hides) frame.area |= AREA.hidden;
  if (frame.area & AREA.hidden && frame.hiddenBy < 0) openHiddenElement(reading, frame);
}

function ownStyle(reading: Reading, frame: Frame, attributes: Attributes): number {
  let styled = attributes.present & HIDDEN ? STYLED.hides : 0;
  if (attribute(attributes, SLOT['aria-hidden']) === 'true') openHiddenElement(reading, frame);
  const style = attribute(attributes, SLOT.style);
  if (style !== undefined && style !== '') styled |= readStyle(style);
  if (frame.name === 'bdo' && attribute(attributes, SLOT.dir)?.toLowerCase() === 'rtl') styled |= STYLED.turns;
  return styled;
}

function openHiddenElement(reading: Reading, frame: Frame): void {
  const { hiddenElements } = reading.facts;
  if (frame.hiddenBy >= 0 || hiddenElements.length >= LIMITS.hiddenElements) return;
  frame.hiddenBy = hiddenElements.length;
  const { area } = frame;
  hiddenElements.push({ area, onDemand: (area & (AREA.panel | AREA.nav)) !== 0, characters: 0, text: '' });
}
