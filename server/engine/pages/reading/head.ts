// The head of a page: <meta> and <link>.

import { LIMITS } from '../page-facts.ts';
import { type Attributes, attribute, SLOT, shortAttribute } from '../scanning/attributes.ts';
import { addProperty } from './marked.ts';
import { isInert, type Reading } from './reading.ts';

export function readMeta(reading: Reading, attributes: Attributes): void {
  const { meta } = reading.facts;
  const content = (attribute(attributes, SLOT.content) ?? attribute(attributes, SLOT.value))?.trim();
  if (content === undefined || content === '') return;
  const itemprop = attribute(attributes, SLOT.itemprop);
  if (itemprop) addProperty(reading, itemprop, content);
  const equiv = attribute(attributes, SLOT['http-equiv']);
  if (equiv?.toLowerCase() === 'refresh') {
    readRefresh(reading, content);
    return;
  }
  const names = attribute(attributes, SLOT.property) ?? attribute(attributes, SLOT.name) ?? itemprop ?? equiv;
  if (!names || meta.size >= LIMITS.meta) return;
  for (const name of names.toLowerCase().split(/\s+/, 3)) {
    const known = meta.get(name);
    if (!known) meta.set(name, [content.slice(0, 2000)]);
    else if (known.length < 30) known.push(content.slice(0, 2000));
  }
}

function readRefresh(reading: Reading, content: string): void {
  if (reading.facts.refresh === '' && !isInert(reading)) reading.facts.refresh = content.slice(0, 2000);
}

export function readHeadLink(reading: Reading, attributes: Attributes): void {
  const { facts } = reading;
  const href = attribute(attributes, SLOT.href)?.trim();
  if (!href) return;
  const itemprop = attribute(attributes, SLOT.itemprop);
  if (itemprop) addProperty(reading, itemprop, href);
  const rel = shortAttribute(attributes, SLOT.rel).toLowerCase();
  const type = shortAttribute(attributes, SLOT.type).toLowerCase();
  if (rel === 'canonical' && facts.canonical === '') facts.canonical = URL.parse(href, facts.base)?.href ?? '';
  else if (rel.includes('icon') && facts.icons.length < 20) {
    facts.icons.push({ href, rel, sizes: shortAttribute(attributes, SLOT.sizes) });
  } else if (rel.includes('alternate') && /rss|atom|feed\+json/.test(type) && facts.feeds.length < 20) {
    facts.feeds.push({ href, type, title: shortAttribute(attributes, SLOT.title) });
  } else if ((/\b(?:author|me|publisher)\b/.test(rel) || /^mailto:/i.test(href)) && facts.linkRels.length < 20) {
    facts.linkRels.push({ rel, href: href.slice(0, 4000), title: shortAttribute(attributes, SLOT.title) });
  }
}
