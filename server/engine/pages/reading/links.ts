// Links, images, and the attributes in which sites hide addresses.

import { AREA, type HiddenAddress, LIMITS } from '../page-facts.ts';
import { type Attributes, attribute, attributeBits, decodeText, SLOT, shortAttribute } from '../scanning/attributes.ts';
import { type Frame, innermost, type Reading } from './reading.ts';

const TITLE = attributeBits(SLOT.title);
const MAILTO = /^\s*mailto:/i;
const TALKS_OF_MAIL = /mail|@|&#64;|%40|decrypt/i;

export function openLink(reading: Reading, frame: Frame, attributes: Attributes): void {
  const title = shortAttribute(attributes, attributes.present & TITLE ? SLOT.title : SLOT['aria-label']);
  const index = keepLink(reading, attributes, title);
  if (index < 0) return;
  frame.link = index;
  frame.linkStart = reading.block.length;
  if (!(frame.area & AREA.hidden)) reading.blockLinks.push(index);
  for (const { links } of reading.open) if (links.length < 20) links.push(index);
}

/** A mailto link on an element that is not <a>, such as a custom element. */
export function keepMailLink(reading: Reading, attributes: Attributes): void {
  if (MAILTO.test(attribute(attributes, SLOT.href) ?? '')) keepLink(reading, attributes, '');
}

/** A part of an image map. */
export function keepAreaLink(reading: Reading, attributes: Attributes): void {
  keepLink(reading, attributes, shortAttribute(attributes, SLOT.alt));
}

/** Returns the index of the link; -1 if it leads nowhere, or there are too many. */
function keepLink(reading: Reading, attributes: Attributes, title: string): number {
  const href = attribute(attributes, SLOT.href)?.trim();
  if (!href) return -1;
  const { links, blocks } = reading.facts;
  if (links.length >= LIMITS.links) {
    reading.facts.cut = true;
    return -1;
  }
  const { area, hiddenBy } = innermost(reading);
  const rel = shortAttribute(attributes, SLOT.rel).toLowerCase();
  const block = blocks.length;
  links.push({ href: href.slice(0, 4000), text: '', rel, title, area, block, inContent: false, hiddenBy });
  return links.length - 1;
}

export function openImage(reading: Reading, attributes: Attributes): void {
  const { images, blocks } = reading.facts;
  if (images.length >= LIMITS.images) return;
  const lazy = attribute(attributes, SLOT['data-src']) ?? attribute(attributes, SLOT['data-lazy-src']);
  const src = attribute(attributes, SLOT.src) ?? '';
  const best = (src === '' || src.startsWith('data:')) && lazy ? lazy : src;
  for (const marked of reading.open) if (marked.images.length < 10) marked.images.push(images.length);
  images.push({
    src: best.length > 2000 || best.startsWith('data:') ? '' : best,
    alt: (attribute(attributes, SLOT.alt) ?? '').slice(0, 200),
    block: blocks.length,
    area: innermost(reading).area,
  });
}

/** Keeps data-cfemail, data-email and the like, and event handlers that mention mail. */
export function keepAttributes(reading: Reading, attributes: Attributes): void {
  const code = attribute(attributes, SLOT['data-cfemail']);
  const onclick = attribute(attributes, SLOT.onclick);
  const itemprop = attribute(attributes, SLOT.itemprop);
  const element = reading.facts.hidden.length;
  if (itemprop !== undefined && /\bemail\b/i.test(itemprop))
    keepHidden(reading, element, 'attribute', 'itemprop-email', shortAttribute(attributes, SLOT.content));
  if (code) keepHidden(reading, element, 'cfemail', 'data-cfemail', code);
  if (onclick && onclick.length < 2000 && TALKS_OF_MAIL.test(onclick))
    keepHidden(reading, element, 'attribute', 'onclick', onclick);
  for (const { name, value } of attributes.extra) keepHidden(reading, element, 'attribute', name, decodeText(value));
}

/** Joomla's own element: the first and last part of the address, each in base64. */
export function keepJoomlaMail(reading: Reading, attributes: Attributes): void {
  const first = attribute(attributes, SLOT.first);
  const last = attribute(attributes, SLOT.last);
  if (first && last)
    keepHidden(reading, reading.facts.hidden.length, 'joomla', 'joomla-hidden-mail', `${first} ${last}`);
}

function keepHidden(reading: Reading, element: number, kind: HiddenAddress['kind'], name: string, value: string): void {
  const { hidden, blocks } = reading.facts;
  const { area, hiddenBy } = innermost(reading);
  if (hidden.length < LIMITS.extras) hidden.push({ kind, name, value, element, block: blocks.length, area, hiddenBy });
}
