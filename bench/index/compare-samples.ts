// Links of real WAT files, as Zeus reads them and as they follow from the JSON that `warcio` delivers: another parser, and the
// plainest rules that give the same result. Zeus only keeps links to other domains, so each page is also read as if it were on
// another domain: then all of its links count.
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { getDomain } from 'tldts';
import { WARCParser } from 'warcio';
import { chunksOf, createWarcWriter } from '../../server/engine/index/common-crawl/test/warc-writer.ts';
import { watHeaders } from '../../server/engine/index/common-crawl/test/write-crawl.ts';
import { noWatCounts, readWat } from '../../server/engine/index/common-crawl/wat/read-wat.ts';

/** The links of a page: of each target, whether any link to it is dofollow, and the possible anchors. */
type Expected = Map<string, { dofollow: boolean; anchors: Set<string> }>;

interface Entry {
  path?: string;
  url?: string;
  rel?: string;
  text?: string;
  title?: string;
  alt?: string;
}

interface Meta {
  name?: string;
  content?: string;
}

interface Envelope {
  'WARC-Header-Metadata': Record<string, string>;
  'Payload-Metadata': {
    'HTTP-Response-Metadata'?: {
      'Response-Message'?: { Status?: string };
      'HTML-Metadata'?: { Head?: { Base?: string; Metas?: Meta[] }; Links?: Entry[] };
    };
  };
}

/** Prints what each file has, and returns how many differences there are. */
export async function compareSamples(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true });
  let all = 0;
  for (const name of names.filter((one) => /\.(?:warc|wat|wet|gz)(?:\.gz)?(?:\.bad)?$/.test(one)).sort()) {
    const differences = await compareFile(name, join(folder, name));
    for (const difference of differences) console.log(`  ${difference}`);
    all += differences.length;
  }
  console.log(`${all} differences`);
  return all;
}

async function compareFile(name: string, path: string): Promise<string[]> {
  const read = await byWarcio(createReadStream(path));
  const original = await compare(createReadStream(path), read);
  const moved = movedPages(read.envelopes);
  const elsewhere = await compare(chunksOf(moved), await byWarcio(chunksOf(moved)));
  const { pages, links, records } = original.counts;
  const differences = [...original.differences, ...elsewhere.differences];
  const note = read.stopped === '' ? '' : `; warcio stops: ${read.stopped}`;
  console.log(
    `${name}: ${records} records, ${pages} pages, ${read.entries} links, of which ${elsewhere.counts.links} different targets, ` +
      `${links} of them on other domains; ${differences.length} differences${note}`,
  );
  return differences;
}

/** A WAT file with the same pages at URLs of another domain. What is relative still refers to the old URL. */
function movedPages(envelopes: readonly Envelope[]): Buffer {
  const writer = createWarcWriter();
  for (const [index, envelope] of structuredClone(envelopes).entries()) {
    const warc = envelope['WARC-Header-Metadata'];
    const html = envelope['Payload-Metadata']['HTTP-Response-Metadata']?.['HTML-Metadata'];
    const old = warc['WARC-Target-URI'] ?? '';
    warc['WARC-Target-URI'] = `https://elsewhere.example/${index}`;
    if (html) html.Head = { ...html.Head, Base: new URL(html.Head?.Base ?? '', old).href };
    writer.add(watHeaders(warc['WARC-Target-URI']), Buffer.from(JSON.stringify({ Envelope: envelope })));
  }
  return writer.bytes();
}

async function compare(file: AsyncIterable<Uint8Array>, { pages: expected, stopped }: ByWarcio) {
  const counts = noWatCounts();
  const differences: string[] = [];
  const read = new Set<string>();
  for await (const { url, links } of readWat(file, counts)) {
    read.add(url);
    const known = expected.get(url);
    if (known) differences.push(...differencesOf(url, known, links));
    // After damage, Zeus reads on where warcio stops.
    else if (stopped === '') differences.push(`${url}: only Zeus has this page`);
  }
  for (const url of expected.keys()) if (!read.has(url)) differences.push(`${url}: only warcio has this page`);
  return { counts, differences };
}

function differencesOf(
  url: string,
  known: Expected,
  links: readonly { to: string; anchor: string; dofollow: boolean }[],
): string[] {
  const found = new Map(links.map((link) => [link.to, link]));
  const missing = [...known.keys()].filter((to) => !found.has(to)).map((to) => `${url}: Zeus misses ${to}`);
  const wrong = links.flatMap(({ to, anchor, dofollow }) => {
    const link = known.get(to);
    if (!link) return [`${url}: only Zeus has ${to}`];
    if (link.dofollow !== dofollow) return [`${url}: ${to} is ${dofollow ? '' : 'not '}dofollow for Zeus`];
    return link.anchors.has(anchor) ? [] : [`${url}: ${to} has another anchor for Zeus: ${anchor}`];
  });
  return [...missing, ...wrong];
}

interface ByWarcio {
  envelopes: Envelope[];
  pages: Map<string, Expected>;
  entries: number;
  /** Why the rest of the file could not be read. */
  stopped: string;
}

async function byWarcio(file: AsyncIterable<Uint8Array>): Promise<ByWarcio> {
  const result: ByWarcio = { envelopes: [], pages: new Map(), entries: 0, stopped: '' };
  try {
    for await (const record of new WARCParser(file, { parseHttp: false })) {
      const body = Buffer.from(await record.readFully(false)).toString('utf8');
      if (!body.includes('"HTML-Metadata"')) continue;
      const { Envelope } = JSON.parse(body) as { Envelope: Envelope };
      result.envelopes.push(Envelope);
      addPage(Envelope, result);
    }
  } catch (error) {
    result.stopped = (error as Error).message.split('\n')[0] ?? '';
  }
  return result;
}

function addPage(envelope: Envelope, result: ByWarcio): void {
  const { 'WARC-Type': type, 'WARC-Target-URI': url = '' } = envelope['WARC-Header-Metadata'];
  const response = envelope['Payload-Metadata']['HTTP-Response-Metadata'];
  const html = response?.['HTML-Metadata'];
  if (type !== 'response' || !html || response['Response-Message']?.Status !== '200') return;
  const { Base = '', Metas = [] } = html.Head ?? {};
  const robots = Metas.filter(({ name }) => name?.toLowerCase() === 'robots').map(({ content }) => content ?? '');
  const nofollow = robots.some((content) => /nofollow|noindex|none/i.test(content));
  const entries = html.Links ?? [];
  result.entries += entries.length;
  result.pages.set(new URL(url).href, expectedLinks(entries, { url, base: new URL(Base, url).href, nofollow }));
}

function expectedLinks(
  entries: readonly Entry[],
  { url, base, nofollow }: { url: string; base: string; nofollow: boolean },
): Expected {
  const found: Expected = new Map();
  for (const [index, { path, url: href = '', rel = '', text = '', title = '', alt = '' }] of entries.entries()) {
    const target = /^(?:A|AREA)@\/href$/.test(path ?? '') ? URL.parse(href, base) : null;
    if (!target || !/^https?:$/.test(target.protocol) || siteOf(target.href) === siteOf(url)) continue;
    const link = found.get(withoutNoise(target)) ?? { dofollow: false, anchors: new Set() };
    link.dofollow ||= !nofollow && !/\b(?:nofollow|ugc|sponsored)\b/i.test(rel);
    for (const anchor of [text, title, alt, entries[index - 1]?.alt ?? '']) link.anchors.add(anchor);
    found.set(withoutNoise(target), link);
  }
  return found;
}

const siteOf = (url: string) => getDomain(url, { allowPrivateDomains: true }) ?? new URL(url).hostname;

/** Without fragment and campaign parameters. */
function withoutNoise(target: URL): string {
  const url = new URL(target);
  url.hash = '';
  for (const key of [...url.searchParams.keys()]) if (/^utm_|clid$/.test(key)) url.searchParams.delete(key);
  return url.href;
}
