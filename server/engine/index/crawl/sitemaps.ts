// The URLs a site lists in its sitemaps: those named in robots.txt, otherwise /sitemap.xml; index files, gzip and plain lists.
// Only searches for <loc>, so no doctype, entity or nesting can do harm.

import { createGunzip } from 'node:zlib';
import type { FileOutcome, SiteFetcher } from '../../pages/fetch-page.ts';
import { domainOf, toPageUrl } from '../../pages/page-url.ts';

export interface Sitemaps {
  /** Pages of the site, without duplicates, in their listed order. */
  urls: string[];
  /** Set when the site is busy: seconds until the rest can be fetched. */
  retrySeconds?: number;
}

export interface SitemapRequest {
  /** A page of the site. */
  url: string;
  /** URLs after this many are not read. */
  most: number;
  signal?: AbortSignal | undefined;
}

const MAX_FILES = 20;
const MAX_BYTES = 10 * 1024 * 1024;
const MAX_ADDRESS = 2_000;
const ACCEPT = 'application/xml, text/xml;q=0.9, text/plain;q=0.8, */*;q=0.1';

/** Throws only when the signal fires, the outbound client closes, or the database fails. */
export async function readSitemaps(fetcher: SiteFetcher, { url, most, signal }: SitemapRequest): Promise<Sitemaps> {
  const domain = domainOf(url);
  const isOurs = (address: string | null): address is string => address !== null && domainOf(address) === domain;
  const named = (await fetcher.sitemapsOf(url, signal)).map((one) => toPageUrl(one, url)).filter(isOurs);
  const files = new Set(named.length > 0 ? named : [new URL('/sitemap.xml', url).href]);
  const urls = new Set<string>();
  let asked = 0;
  // A set that grows while it is iterated: files named by index files come after the others.
  for (const file of files) {
    if (asked >= MAX_FILES || urls.size >= most) break;
    asked += 1;
    const outcome = await fetcher.fetchFile(file, { accept: ACCEPT, maxBytes: MAX_BYTES, signal });
    if (isBusy(outcome)) return { urls: [...urls], retrySeconds: outcome.retryAfterSeconds ?? 0 };
    if (outcome.kind !== 'file') continue;
    const { isIndex, addresses } = addressesIn(await textOf(outcome.file.bytes), most);
    for (const address of addresses) {
      const clean = toPageUrl(address, file);
      if (isOurs(clean) && urls.size < most) (isIndex ? files : urls).add(clean);
    }
  }
  return { urls: [...urls] };
}

function isBusy(outcome: FileOutcome): outcome is Extract<FileOutcome, { kind: 'could-not-look' }> {
  return outcome.kind === 'could-not-look' && outcome.retryAfterSeconds !== undefined;
}

/** Also reads the start of a compressed file that was cut off, or that would decompress to gigabytes. */
async function textOf(bytes: Uint8Array): Promise<string> {
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return Buffer.from(isPacked ? await unpackStart(bytes) : bytes).toString('utf8');
}

async function unpackStart(bytes: Uint8Array): Promise<Uint8Array> {
  const gunzip = createGunzip();
  gunzip.end(bytes);
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= MAX_BYTES) break;
    }
  } catch {
    // Truncated or damaged: what was decompressed so far counts.
  }
  return Buffer.concat(chunks);
}

/** The URLs in the text of a sitemap, unchecked. `isIndex`: they are sitemaps themselves. Never throws. */
export function addressesIn(text: string, most: number): { isIndex: boolean; addresses: string[] } {
  const start = text.slice(0, 4_096);
  if (!start.includes('<')) {
    const lines = text.split(/\r?\n/, most).map((line) => line.trim());
    return { isIndex: false, addresses: lines.filter((line) => /^https?:\/\//i.test(line)) };
  }
  const addresses: string[] = [];
  // Each search continues where the last one ended, so a hostile file is read once, however its tags are arranged.
  for (let at = text.indexOf('<loc>'); at >= 0 && addresses.length < most; at = text.indexOf('<loc>', at)) {
    const from = at + 5;
    at = text.indexOf('</loc', from);
    if (at < 0) break;
    if (at - from <= MAX_ADDRESS) addresses.push(decode(text.slice(from, at)));
  }
  return { isIndex: /<(?:\w+:)?sitemapindex\b/i.test(start), addresses };
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decode(text: string): string {
  const inner = text.replace(/^\s*<!\[CDATA\[|\]\]>\s*$/g, '').trim();
  return inner.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi, (whole, hex, decimal, name) => {
    if (name) return NAMED[String(name).toLowerCase()] ?? whole;
    const code = Number.parseInt(hex ?? decimal, hex ? 16 : 10);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
