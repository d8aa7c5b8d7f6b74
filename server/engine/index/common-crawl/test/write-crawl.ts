// Writes pages as a WARC file and its WAT file, in Common Crawl's formats.
import { createWarcWriter } from './warc-writer.ts';
import { languageJson, requestJson, responseJson, type WatSource, type WatYear } from './wat-json.ts';

export interface CrawledPage {
  url: string;
  html: string;
  language: string;
  status?: number;
  headers?: Record<string, string | string[]>;
}

const capturedAt = '2026-07-19T07:25:24Z';
const writtenAt = '2026-07-27T15:39:42Z';

export interface CrawlFiles {
  warc: Buffer;
  wat: Buffer;
}

export function writeCrawl(pages: readonly CrawledPage[], { year = 2024 }: { year?: WatYear } = {}): CrawlFiles {
  const warc = createWarcWriter();
  const wat = createWarcWriter();
  const info = Buffer.from('Software-Info: practice web\r\nformat: WARC File Format 1.0\r\n');
  for (const file of [warc, wat]) {
    file.add({ 'WARC-Type': 'warcinfo', 'WARC-Date': writtenAt, 'Content-Type': 'application/warc-fields' }, info);
  }
  for (const page of pages) {
    const { url, html, language, status = 200, headers = {} } = page;
    const source: WatSource = {
      ...{ url, html, status, capturedAt, year },
      headers: { 'Content-Type': 'text/html; charset=utf-8', ...headers },
    };
    const http = { 'WARC-Target-URI': url, 'WARC-Date': capturedAt };
    const request = warc.add(
      { 'WARC-Type': 'request', ...http, 'Content-Type': 'application/http; msgtype=request' },
      Buffer.from(`GET ${new URL(url).pathname} HTTP/1.1\r\nHost: ${new URL(url).host}\r\n\r\n`),
    );
    const response = warc.add(
      { 'WARC-Type': 'response', ...http, 'Content-Type': 'application/http; msgtype=response' },
      httpResponse(source),
    );
    const metadata = warc.add(
      { 'WARC-Type': 'metadata', ...http, 'Content-Type': 'application/warc-fields' },
      Buffer.from('fetchTimeMs: 688\r\n'),
    );
    const records = [
      requestJson(source, request),
      responseJson(source, response),
      languageJson(source, language, metadata),
    ];
    for (const json of records) wat.add(watHeaders(url), Buffer.from(JSON.stringify(json)));
  }
  return { warc: warc.bytes(), wat: wat.bytes() };
}

export const watHeaders = (url: string) => ({
  ...{ 'WARC-Type': 'metadata', 'WARC-Target-URI': url, 'WARC-Date': writtenAt, 'Content-Type': 'application/json' },
});

function httpResponse({ status, headers, html }: WatSource): Buffer {
  const lines = Object.entries(headers).flatMap(([name, value]) => [value].flat().map((one) => `${name}: ${one}\r\n`));
  return Buffer.from(`HTTP/1.1 ${status} OK\r\n${lines.join('')}\r\n${html}`);
}
