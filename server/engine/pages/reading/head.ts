// The head of a page: <meta> and <link>.

import { LIMITS } from '../page-facts.ts';
import { type Attributes, attribute } from '../scanning/attributes.ts';
import { addProperty } from './marked.ts';
import { isInert, type Reading } from './reading.ts';

export function readMeta(reading: Reading, attributes: Attributes): void {
  const { meta } = reading.facts;
  const content = (attribute(attributes, 'content') ?? attribute(attributes, 'value'))?.trim();
  if (content === undefined || content === '') return;
  const itemprop = attribute(attributes, 'itemprop');
  if (itemprop) addProperty(reading, itemprop, content);
  const equiv = attribute(attributes, 'http-equiv');
  if (equiv?.toLowerCase() === 'refresh') {
    readRefresh(reading, content);
    return;
  }
  const names = attribute(attributes, 'property') ?? attribute(attributes, 'name') ?? itemprop ?? equiv;
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
  const href = attribute(attributes, 'href')?.trim();
  if (!href) return;
  const itemprop = attribute(attributes, 'itemprop');
  if (itemprop) addProperty(reading, itemprop, href);
  const rel = (attribute(attributes, 'rel') ?? '').toLowerCase();
  const type = (attribute(attributes, 'type') ?? '').toLowerCase();
  if (rel === 'canonical' && facts.canonical === '') facts.canonical = URL.parse(href, facts.base)?.href ?? '';
  else if (rel.includes('icon') && facts.icons.length < 20) {
    facts.icons.push({ href, rel, sizes: attribute(attributes, 'sizes') ?? '' });
  } else if (rel.includes('alternate') && /rss|atom|feed\+json/.test(type) && facts.feeds.length < 20) {
    facts.feeds.push({ href, type, title: attribute(attributes, 'title') ?? '' });
  } else if ((/\b(?:author|me|publisher)\b/.test(rel) || /^mailto:/i.test(href)) && facts.linkRels.length < 20) {
    facts.linkRels.push({ rel, href, title: attribute(attributes, 'title') ?? '' });
  }
}
