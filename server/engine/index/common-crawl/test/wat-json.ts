// The metadata that Common Crawl's generator (ia-web-commons) extracts from a page, in the key orders of 2019 and 2024.
import { Parser } from 'htmlparser2';

export type WatYear = 2019 | 2024;
type Fields = Record<string, unknown>;

export interface WatSource {
  url: string;
  status: number;
  headers: Record<string, string | string[]>;
  html: string;
  capturedAt: string;
  year: WatYear;
}

/** The generator keeps so much of titles and anchors. */
const longestText = 128;

/** The JSON of a response record. */
export function responseJson(source: WatSource, position: { offset: number; length: number }): Fields {
  const { url, status, headers, html, capturedAt, year } = source;
  const response = {
    'Response-Message': { Version: 'HTTP/1.1', Status: String(status), Reason: status === 200 ? 'OK' : 'Other' },
    Headers: headers,
    ...(html === '' ? {} : { 'HTML-Metadata': htmlMetadata(html, year) }),
  };
  const payload = { 'Actual-Content-Type': 'application/http; msgtype=response', 'HTTP-Response-Metadata': response };
  return envelope({ url, capturedAt, year, type: 'response', payload, position });
}

export function requestJson(
  { url, capturedAt, year }: WatSource,
  position: { offset: number; length: number },
): Fields {
  const payload = { 'HTTP-Request-Metadata': { 'Request-Message': { Method: 'GET', Version: 'HTTP/1.1' } } };
  return envelope({ url, capturedAt, year, type: 'request', payload, position });
}

/** The JSON of the metadata record, with the detected language and the size of the text. */
export function languageJson(
  { url, capturedAt, year, html }: WatSource,
  language: string,
  position: { offset: number; length: number },
): Fields {
  const value = {
    reliable: true,
    'text-bytes': Buffer.byteLength(textIn(html)),
    languages: [{ code: language, 'code-iso-639-3': `${language}?`, 'text-covered': 0.99, score: 683, name: language }],
  };
  const records = [
    { Name: 'fetchTimeMs', Value: '688' },
    { Name: 'languages-cld2', Value: JSON.stringify(value) },
  ];
  const payload = { 'WARC-Metadata-Metadata': { 'Metadata-Records': records } };
  return envelope({ url, capturedAt, year, type: 'metadata', payload, position });
}

interface Envelope {
  url: string;
  capturedAt: string;
  year: WatYear;
  type: string;
  payload: Fields;
  position: { offset: number; length: number };
}

function envelope({ url, capturedAt, year, type, payload, position }: Envelope): Fields {
  const container = {
    Filename: 'CC-MAIN-00000.warc.gz',
    Compressed: true,
    Offset: String(position.offset),
    'Gzip-Metadata': { 'Deflate-Length': String(position.length) },
  };
  const warc = { 'WARC-Type': type, 'WARC-Date': capturedAt, 'WARC-Target-URI': url };
  const inside =
    year === 2019
      ? { Format: 'WARC', 'WARC-Header-Metadata': reversed(warc), 'Payload-Metadata': payload }
      : { 'Payload-Metadata': payload, Format: 'WARC/1.0', 'WARC-Header-Metadata': warc };
  return { Container: container, Envelope: inside };
}

const reversed = (fields: Fields): Fields => Object.fromEntries(Object.entries(fields).reverse());

function htmlMetadata(html: string, year: WatYear): Fields {
  const head: { Title?: string; Base?: string; Metas: Fields[]; Link: Fields[] } = { Metas: [], Link: [] };
  const links: Fields[] = [];
  const open: { fields: Fields | null; text: string }[] = [];
  let title: string | null = null;
  const ordered = ({ path, url, ...more }: Fields): Fields =>
    year === 2019 ? { path, ...more, url } : { path, url, ...more };
  const parser = new Parser({
    onopentag(name, attributes) {
      const some = (...names: string[]) =>
        Object.fromEntries(names.flatMap((one) => (attributes[one] === undefined ? [] : [[one, attributes[one]]])));
      if (name === 'title') title = '';
      if (name === 'html' && attributes.lang) head.Metas.push({ name: 'HTML@/lang', content: attributes.lang });
      if (name === 'base' && attributes.href) head.Base = attributes.href;
      if (name === 'meta') head.Metas.push(some('name', 'property', 'http-equiv', 'content'));
      if (name === 'link' && attributes.href) {
        head.Link.push(ordered({ path: 'LINK@/href', url: attributes.href, ...some('rel', 'type') }));
      }
      if (name === 'img' && attributes.src) {
        links.push(ordered({ path: 'IMG@/src', url: attributes.src, ...some('alt', 'title') }));
      }
      if (name === 'area' && attributes.href) {
        links.push(ordered({ path: 'AREA@/href', url: attributes.href, ...some('rel') }));
      }
      if (name !== 'a') return;
      const more = some('target', 'alt', 'title', 'rel', 'hreflang', 'type');
      const fields = attributes.href === undefined ? null : { path: 'A@/href', url: attributes.href, ...more };
      open.push({ fields, text: '' });
    },
    ontext(text) {
      if (title !== null) title += text;
      for (const anchor of open) anchor.text += text;
    },
    onclosetag(name) {
      if (name === 'title' && title !== null) {
        head.Title ??= title.replace(/\s+/g, ' ').trim().slice(0, longestText);
        title = null;
      }
      const anchor = name === 'a' ? open.pop() : undefined;
      const text = anchor?.text.replace(/\s+/g, ' ').trim().slice(0, longestText) ?? '';
      if (anchor?.fields) links.push(ordered({ ...anchor.fields, ...(text === '' ? {} : { text }) }));
    },
  });
  parser.end(html);
  return { Head: head, Links: links };
}

function textIn(html: string): string {
  let text = '';
  let hidden = 0;
  const isHidden = (name: string) => name === 'script' || name === 'style' || name === 'head';
  const parser = new Parser({
    onopentag(name) {
      if (isHidden(name)) hidden += 1;
    },
    ontext(run) {
      if (hidden === 0) text += `${run} `;
    },
    onclosetag(name) {
      if (isHidden(name)) hidden -= 1;
    },
  });
  parser.end(html);
  return text.replace(/\s+/g, ' ').trim();
}
