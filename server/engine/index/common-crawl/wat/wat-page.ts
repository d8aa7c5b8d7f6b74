// What the index keeps of a page in a WAT record. Its language and length are in a record of their own (wat-language.ts).
import { botToken } from '../../../pages/bot.ts';
import { directivesOf } from '../../../pages/fetching/robots-directives.ts';
import { domainOf, toPageUrl } from '../../../pages/page-url.ts';
import { canonicalFor, cleanText, type IndexedPage } from '../../page-rules.ts';
import { fieldAt, headerTexts, listOf, textOf } from './json-fields.ts';
import { linksOf, type WatLink } from './wat-links.ts';

/** `words` are estimated from the size of the text; -1 if unknown. */
export interface WatPage extends IndexedPage {
  capturedAt: Date | null;
  links: WatLink[];
}

/** Why a record is not a page of the index. */
export type NoPage = 'not-html' | 'not-found' | 'bad-url';

/** All metas with these names count. Of any other name, only the first does. */
const robotsNames: ReadonlySet<string> = new Set(['robots', botToken.toLowerCase()]);
const metaNames: ReadonlySet<string> = new Set([
  ...[...robotsNames, 'description', 'og:description', 'og:title'],
  ...['html@/lang', 'content-language'],
]);

/** Reads the JSON of a response record; `declared` is the language that the page states. Never throws. */
export function toWatPage(record: unknown): { page: WatPage; declared: string } | NoPage {
  const envelope = fieldAt(record, 'Envelope');
  const response = fieldAt(envelope, 'Payload-Metadata', 'HTTP-Response-Metadata');
  const html = fieldAt(response, 'HTML-Metadata');
  const head = fieldAt(html, 'Head');
  const warc = fieldAt(envelope, 'WARC-Header-Metadata');
  if (html === undefined || textOf(fieldAt(warc, 'WARC-Type')) !== 'response') return 'not-html';
  if (String(fieldAt(response, 'Response-Message', 'Status')) !== '200') return 'not-found';
  const url = toPageUrl(textOf(fieldAt(warc, 'WARC-Target-URI')));
  if (url === null) return 'bad-url';
  const meta = metasOf(fieldAt(head, 'Metas'));
  const { noindex, nofollow } = directivesOf({ meta }, headerTexts(fieldAt(response, 'Headers'), 'x-robots-tag'));
  const base = baseOf(textOf(fieldAt(head, 'Base')), url);
  const canonical = canonicalFor(absolute(canonicalIn(fieldAt(head, 'Link')), base), url);
  const isForeign = canonical !== null && domainOf(canonical) !== domainOf(url);
  const first = (...names: string[]) => names.flatMap((name) => meta.get(name) ?? [])[0] ?? '';
  const page = {
    ...{ url, canonical: isForeign ? null : canonical, listed: !noindex && !isForeign },
    title: cleanText(textOf(fieldAt(head, 'Title')) || first('og:title'), 300),
    description: cleanText(first('description', 'og:description'), 500),
    ...{ language: '', words: -1, capturedAt: dateOf(textOf(fieldAt(warc, 'WARC-Date'))) },
    links: linksOf(listOf(fieldAt(html, 'Links')), { url, base, nofollow: nofollow || noindex }),
  };
  return { page, declared: first('html@/lang', 'content-language') };
}

/** The contents by name, without those that change nothing: a page may repeat a meta hundreds of thousands of times. */
export function metasOf(metas: unknown): Map<string, string[]> {
  const known = new Map<string, Set<string>>();
  for (const meta of listOf(metas)) {
    const { name, property, 'http-equiv': equivalent, content } = (meta ?? {}) as Record<string, unknown>;
    const key = (textOf(name) || textOf(property) || textOf(equivalent)).toLowerCase();
    if (!metaNames.has(key)) continue;
    const contents = known.get(key);
    if (contents === undefined) known.set(key, new Set([textOf(content)]));
    else if (robotsNames.has(key)) contents.add(textOf(content));
  }
  return new Map([...known].map(([name, contents]) => [name, [...contents]]));
}

function canonicalIn(links: unknown): string {
  const canonical = listOf(links).find((link) => textOf(fieldAt(link, 'rel')).toLowerCase() === 'canonical');
  return textOf(fieldAt(canonical, 'url'));
}

const absolute = (href: string, base: string): string => (href === '' ? '' : (toPageUrl(href, base) ?? ''));

function baseOf(href: string, url: string): string {
  const base = href === '' ? null : URL.parse(href, url);
  return base !== null && /^https?:$/.test(base.protocol) ? base.href : url;
}

function dateOf(text: string): Date | null {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? null : date;
}
