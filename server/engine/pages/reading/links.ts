// Links, images, and the attributes in which sites hide addresses.

import { AREA, type HiddenAddress, LIMITS } from '../page-facts.ts';
import { type Attributes, attribute, attributeBits, decodeText, SLOT, shortAttribute } from '../scanning/attributes.ts';
import type { Frame, Reading } from './reading.ts';

const TITLE = attributeBits(SLOT.title);
const TALKS_OF_MAIL = /mail|@|&#64;|%40|decrypt/i;

export function openLink(reading: Reading, frame: Frame, attributes: Attributes): void {
  const href = attribute(attributes, SLOT.href)?.trim();
  if (!href) return;
  const { links } = reading.facts;
  if (links.length >= LIMITS.links) {
    reading.facts.cut = true;
    return;
  }
  frame.link = links.length;
  frame.linkStart = reading.block.length;
  links.push({
    href: href.slice(0, 4000),
    text: '',
    rel: shortAttribute(attributes, SLOT.rel).toLowerCase(),
    title: shortAttribute(attributes, attributes.present & TITLE ? SLOT.title : SLOT['aria-label']),
    area: frame.area,
    block: reading.facts.blocks.length,
    inContent: false,
    hiddenBy: frame.hiddenBy,
  });
  if (!(frame.area & AREA.hidden)) reading.blockLinks.push(frame.link);
  for (const index of reading.open) {
    const marked = reading.facts.marked[index];
    if (marked && marked.links.length < 20) marked.links.push(frame.link);
  }
}

export function openImage(reading: Reading, attributes: Attributes): void {
  const { images, marked, blocks } = reading.facts;
  if (images.length >= LIMITS.images) return;
  const lazy = attribute(attributes, SLOT['data-src']) ?? attribute(attributes, SLOT['data-lazy-src']);
  const src = attribute(attributes, SLOT.src) ?? '';
  const best = (src === '' || src.startsWith('data:')) && lazy ? lazy : src;
  for (const index of reading.open) {
    const element = marked[index];
    if (element && element.images.length < 10) element.images.push(images.length);
  }
  images.push({
    src: best.length > 2000 || best.startsWith('data:') ? '' : best,
    alt: (attribute(attributes, SLOT.alt) ?? '').slice(0, 200),
    block: blocks.length,
    area: reading.frames[reading.depth]?.area ?? 0,
  });
}

const MAILTO = /^\s*mailto:/i;

/** A mailto link on an element that is not <a>, such as a custom element. */
export function keepMailLink(reading: Reading, attributes: Attributes): void {
  const href = attribute(attributes, SLOT.href)?.trim() ?? '';
  if (MAILTO.test(href)) keepLink(reading, { href, rel: '', title: '' });
}

/** A part of an image map. */
export function keepAreaLink(reading: Reading, attributes: Attributes): void {
  const href = attribute(attributes, SLOT.href)?.trim();
  if (!href) return;
  const rel = shortAttribute(attributes, SLOT.rel).toLowerCase();
  keepLink(reading, { href, rel, title: shortAttribute(attributes, SLOT.alt) });
}

/** A link without text. */
function keepLink(reading: Reading, { href, rel, title }: { href: string; rel: string; title: string }): void {
  const { links, blocks } = reading.facts;
  if (links.length >= LIMITS.links) {
    reading.facts.cut = true;
    return;
  }
  const { area = 0, hiddenBy = -1 } = reading.frames[reading.depth] ?? {};
  links.push({
    href: href.slice(0, 4000),
    text: '',
    rel,
    title,
    area,
    block: blocks.length,
    inContent: false,
    hiddenBy,
  });
}

/** Keeps data-cfemail, data-email and the like, and event handlers that mention mail. */
export function keepAttributes(reading: Reading, attributes: Attributes): void {
  const code = attribute(attributes, SLOT['data-cfemail']);
  const onclick = attribute(attributes, SLOT.onclick);
  const itemprop = attribute(attributes, SLOT.itemprop);
  const { hidden, blocks } = reading.facts;
  const { area = 0, hiddenBy = -1 } = reading.frames[reading.depth] ?? {};
  const element = hidden.length;
  const add = (kind: HiddenAddress['kind'], name: string, value: string) => {
    if (hidden.length < LIMITS.extras)
      hidden.push({ kind, name, value, element, block: blocks.length, area, hiddenBy });
  };
  if (itemprop !== undefined && /\bemail\b/i.test(itemprop))
    add('attribute', 'itemprop-email', shortAttribute(attributes, SLOT.content));
  if (code) add('cfemail', 'data-cfemail', code);
  if (onclick && onclick.length < 2000 && TALKS_OF_MAIL.test(onclick)) add('attribute', 'onclick', onclick);
  for (const { name, value } of attributes.extra) add('attribute', name, decodeText(value));
}

/** Joomla's own element: the first and last part of the address, each in base64. */
export function keepJoomlaMail(reading: Reading, attributes: Attributes): void {
  const first = attribute(attributes, SLOT.first);
  const last = attribute(attributes, SLOT.last);
  const { hidden, blocks } = reading.facts;
  if (!first || !last || hidden.length >= LIMITS.extras) return;
  const { area = 0, hiddenBy = -1 } = reading.frames[reading.depth] ?? {};
  hidden.push({
    kind: 'joomla',
    name: 'joomla-hidden-mail',
    value: `${first} ${last}`,
    element: hidden.length,
    block: blocks.length,
    area,
    hiddenBy,
  });
}
