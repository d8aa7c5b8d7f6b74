// Links of real WAT files, as Zeus reads them and as they follow from the JSON that `warcio` delivers: another parser, and the
// plainest rules that give the same result.
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { getDomain } from 'tldts';
import { WARCParser } from 'warcio';
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
  const { pages: expected, entries, stopped } = await byWarcio(path);
  const counts = noWatCounts();
  const differences: string[] = [];
  const read = new Set<string>();
  for await (const { url, links } of readWat(createReadStream(path), counts)) {
    read.add(url);
    const known = expected.get(url);
    if (known) differences.push(...differencesOf(url, known, links));
    // After damage, Zeus reads on where warcio stops.
    else if (stopped === '') differences.push(`${url}: only Zeus has this page`);
  }
  for (const url of expected.keys()) if (!read.has(url)) differences.push(`${url}: only warcio has this page`);
  const note = stopped === '' ? '' : `; warcio stops: ${stopped}`;
  const { pages, links, records } = counts;
  console.log(
    `${name}: ${records} records, ${pages} pages, ${links} links to other domains of ${entries} in all, ${differences.length} differences${note}`,
  );
  return differences;
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

async function byWarcio(path: string): Promise<{ pages: Map<string, Expected>; entries: number; stopped: string }> {
  const result = { pages: new Map<string, Expected>(), entries: 0, stopped: '' };
  try {
    for await (const record of new WARCParser(createReadStream(path))) {
      const body = Buffer.from((await record.readFully(false)) ?? []).toString('utf8');
      const envelope = body.includes('"HTML-Metadata"') ? (JSON.parse(body) as { Envelope: Envelope }).Envelope : null;
      if (envelope) addPage(envelope, result);
    }
  } catch (error) {
    result.stopped = (error as Error).message.split('\n')[0] ?? '';
  }
  return result;
}

function addPage(envelope: Envelope, result: { pages: Map<string, Expected>; entries: number }): void {
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
