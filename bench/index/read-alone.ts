// Reads a WAT file up to one stage, and prints the CPU time and the peak of memory that it took. It loads nothing else, so that the peak is
// the reader's own. Another file is read first, because a thread reads many: the time to compile the code doesn't count.
//   node read-alone.ts STAGE FILE FIRST
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { WARCParser } from 'warcio';
import { noWarcCounts, readWarc } from '../../server/engine/index/common-crawl/warc/read-warc.ts';
import { noWatCounts, readWat } from '../../server/engine/index/common-crawl/wat/read-wat.ts';
import { rowsOf } from '../../server/engine/index/engine/postgres-writer.ts';

export interface Measured {
  seconds: number;
  /** MB of memory. */
  peak: number;
  result: string;
}

const chunkBytes = 256 * 1024;
const open = (file: string) => createReadStream(file, { highWaterMark: chunkBytes });

async function gunzip(file: string): Promise<string> {
  let bytes = 0;
  for await (const chunk of open(file).pipe(createGunzip()) as AsyncIterable<Buffer>) bytes += chunk.length;
  return `${Math.round(bytes / 1e6)} MB`;
}

async function warcio(file: string): Promise<string> {
  let records = 0;
  for await (const record of new WARCParser(open(file))) {
    await record.readFully(false);
    records += 1;
  }
  return `${records} records, JSON not parsed`;
}

async function records(file: string): Promise<string> {
  const counts = noWarcCounts();
  let bytes = 0;
  for await (const batch of readWarc(open(file), counts)) for (const { body } of batch) bytes += body.length;
  return `${counts.records} records, ${Math.round(bytes / 1e6)} MB`;
}

async function json(file: string): Promise<string> {
  let parsed = 0;
  for await (const batch of readWarc(open(file), noWarcCounts())) {
    for (const { body } of batch) {
      if (body.includes('"HTML-Metadata"') && typeof JSON.parse(body.toString()) === 'object') parsed += 1;
    }
  }
  return `${parsed} of the records parsed`;
}

async function pages(file: string): Promise<string> {
  const counts = noWatCounts();
  for await (const { url } of readWat(open(file), counts)) if (url === '') break;
  return `${counts.pages} pages, ${counts.links} links to other domains`;
}

async function rows(file: string): Promise<string> {
  let bytes = 0;
  for await (const page of readWat(open(file), noWatCounts())) {
    const { page: line, links } = rowsOf(page, 1, noRatings);
    bytes += line.length + links.length;
  }
  return `${Math.round(bytes / 1e6)} MB of rows`;
}

const noRatings = new Map<string, number>();
const readers: Record<string, (file: string) => Promise<string>> = { gunzip, warcio, records, json, pages, rows };

const [name = '', file = '', first = ''] = process.argv.slice(2);
const reader = readers[name];
if (!reader) throw new Error(`${name} is not a stage.`);
let peak = 0;
// The system's own figure includes the parent's memory.
const watch = setInterval(() => {
  peak = Math.max(peak, Math.round(process.memoryUsage.rss() / 1e6));
}, 20);
await reader(first);
const before = process.cpuUsage();
const result = await reader(file);
const { user, system } = process.cpuUsage(before);
clearInterval(watch);
const measured: Measured = { seconds: (user + system) / 1e6, peak, result };
console.log(JSON.stringify(measured));
