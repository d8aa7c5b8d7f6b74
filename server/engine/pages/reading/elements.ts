// Start and end tags: what an element is, what it opens (areas, links, images, marked elements), and what ends with it.
// Deeper than LIMITS.depth, elements share their parent's frame.
import { AREA, LIMITS, NOT_CONTENT } from '../page-facts.ts';
import { type Attributes, attribute, attributeBits, SLOT } from '../scanning/attributes.ts';
import { bitsOfClassAndId } from './class-bits.ts';
import { areaOfHints, HINT, MARKING_HINTS } from './element-hints.ts';
import { openForm, readField } from './forms.ts';
import { keepAreaLink, keepAttributes, keepJoomlaMail, keepMailLink, openImage, openLink } from './links.ts';
import { closeMarked, closeProperty, MARKING, openMarks } from './marked.ts';
import { type Frame, innermost, pushFrame, type Reading } from './reading.ts';
import { applyVisibility } from './styling.ts';
import { areaOfTag, type TagTraits, traitsOf } from './tag-traits.ts';
import { endBlock } from './text.ts';

const MAX_LOOK_BACK = 60;

const CLASS_OR_ID = attributeBits(SLOT.class, SLOT.id);
const HREF = attributeBits(SLOT.href);
const ITEMPROP = attributeBits(SLOT.itemprop);
const SHADOW_ROOT = attributeBits(SLOT.shadowrootmode);
/** Besides custom elements, whose names have a hyphen. */
const SHADOW_HOST = /-|^(?:article|aside|blockquote|body|div|footer|h[1-6]|header|main|nav|p|section|span)$/;

export function openElement(reading: Reading, name: string, attributes: Attributes): void {
  const traits = traitsOf(name);
  const around = innermost(reading).name;
  if (traits.ends?.includes(around)) closeElement(reading, around);
  if (!traits.inline) endBlock(reading);
  if (traits.isVoid) {
    if (name === 'img') openImage(reading, attributes);
    else if (name === 'input') readField(reading, name, attributes);
    else if (name === 'area') keepAreaLink(reading, attributes);
    keepAttributes(reading, attributes);
  } else if (reading.depth < LIMITS.depth) describe(reading, pushFrame(reading, name, traits), traits, attributes);
  else if (name === 'a') reading.facts.cut = true;
}

function describe(reading: Reading, frame: Frame, traits: TagTraits, attributes: Attributes): void {
  const { name } = frame;
  const bits = attributes.present & CLASS_OR_ID ? bitsOfClassAndId(reading.sheet, attributes) : 0;
  if (!isShadowRoot(reading, frame, attributes)) frame.area |= areaOfTag(name, traits, frame.area);
  if (bits !== 0 && name !== 'body' && name !== 'html') frame.area |= areaOfHints(bits);
  if (traits.skip) frame.skip = true;
  if (bits & HINT.rot13) frame.rot13 = true;
  if (name.length === 2 && name.charCodeAt(0) === 104) openHeading(reading, frame);
  else if (traits.opens) openNamed(reading, frame, attributes);
  applyVisibility(reading, frame, attributes, bits);
  if (bits & MARKING_HINTS || attributes.present & MARKING) openMarks(reading, frame, attributes, bits);
  if (attributes.present & ITEMPROP) markSeam(reading);
  if (name === 'a') {
    markSeam(reading);
    openLink(reading, frame, attributes);
  } else if (attributes.present & HREF) keepMailLink(reading, attributes);
  keepAttributes(reading, attributes);
}

/** The one kind of template that browsers show. */
function isShadowRoot(reading: Reading, { name }: Frame, attributes: Attributes): boolean {
  if (name !== 'template' || !(attributes.present & SHADOW_ROOT)) return false;
  const host = reading.frames[reading.depth - 1]?.name ?? '';
  return SHADOW_HOST.test(host) && /^(?:open|closed)$/i.test(attribute(attributes, SLOT.shadowrootmode) ?? '');
}

/** Styles in there don't apply to the page: those of a shadow root end with it, and others are never used. */
export function isInTemplate({ frames, depth }: Reading): boolean {
  return frames.slice(1, depth + 1).some(({ name }) => name === 'template');
}

function openNamed(reading: Reading, frame: Frame, attributes: Attributes): void {
  const { facts } = reading;
  if (frame.name === 'svg') reading.inSvg = true;
  else if (frame.name === 'article') frame.article = ++reading.articles;
  else if (frame.name === 'form') openForm(reading, frame, attributes);
  else if (frame.name === 'joomla-hidden-mail') keepJoomlaMail(reading, attributes);
  else {
    facts.pageClass += ` ${attribute(attributes, SLOT.class) ?? ''}`.slice(0, 500).toLowerCase();
    if (frame.name === 'html')
      facts.lang = attribute(attributes, SLOT.lang) ?? attribute(attributes, SLOT['xml:lang']) ?? '';
  }
}

/** A heading of the page: whatever wraps it is not a menu, a teaser or a comment, whatever its class says. */
function openHeading(reading: Reading, frame: Frame): void {
  const level = frame.name.charCodeAt(1) - 48;
  if (level < 1 || level > 6) return;
  frame.heading = level;
  if (level !== 1) return;
  for (const marked of reading.open) marked.holdsH1 = true;
  const within = reading.frames[reading.depth - 1];
  if (!within || (within.area & AREA.nav && !(within.area & (AREA.article | AREA.main)))) return;
  for (let i = 1; i <= reading.depth; i++) {
    const outer = reading.frames[i];
    if (outer) outer.area &= ~NOT_CONTENT & ~AREA.aside;
  }
}

export function closeElement(reading: Reading, name: string): void {
  let at = reading.depth;
  const lowest = Math.max(0, at - MAX_LOOK_BACK);
  while (at > lowest && reading.frames[at]?.name !== name) at--;
  if (at === 0 || reading.frames[at]?.name !== name) return;
  while (reading.depth >= at) closeInnermost(reading);
}

function closeInnermost(reading: Reading): void {
  const frame = innermost(reading);
  if (!frame.inline) endBlock(reading);
  if (frame.name === 'svg') reading.inSvg = false;
  else if (frame.name === 'form') reading.form = -1;
  if (frame.name === 'a') markSeam(reading);
  if (frame.link >= 0) closeLink(reading, frame);
  if (frame.property) {
    markSeam(reading);
    closeProperty(reading, frame.property);
  }
  if (frame.marked) closeMarked(reading, frame.marked);
  reading.depth--;
}

function markSeam(reading: Reading): void {
  if (reading.block === '' || reading.blockSpace || reading.blockSeams.length >= LIMITS.seams) return;
  reading.blockSeams.push(reading.block.length);
}

function closeLink(reading: Reading, frame: Frame): void {
  const link = reading.facts.links[frame.link];
  if (!link) return;
  const { blocks } = reading.facts;
  if (link.block === blocks.length) link.text = reading.block.slice(frame.linkStart).trim().slice(0, 300);
  else
    link.text = [blocks[link.block]?.text.slice(frame.linkStart) ?? '', reading.block].join(' ').trim().slice(0, 300);
}
