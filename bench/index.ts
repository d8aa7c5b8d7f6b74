// The link index from Common Crawl's files. Reading: pages per CPU second from WAT to rows and the peak of memory, next to plain
// gunzip and npm's `warcio` in the same run. Ratings: how far those from ranks are from the curve's reference points.
//   node bench/index.ts [--pages=6000] [--samples=FOLDER] [--stored=100000]
// With a folder, its WARC, WAT and WET files are read too. With `stored`, so many pages are also loaded into PostgreSQL and searched.
import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { createGunzip } from 'node:zlib';
import { WARCParser } from 'warcio';
import { ratingOf } from '../server/engine/index/common-crawl/ranks/rank-rating.ts';
import { usualGraph } from '../server/engine/index/common-crawl/releases/list-releases.ts';
import { noWatCounts, readWat } from '../server/engine/index/common-crawl/wat/read-wat.ts';
import { generateWat } from './index/generate-wat.ts';
import { measureStored } from './index/measure-stored.ts';

const { values, positionals } = parseArgs({
  options: {
    ...{ pages: { type: 'string', default: '6000' }, samples: { type: 'string' }, read: { type: 'string' } },
    ...{ stored: { type: 'string' } },
  },
  allowPositionals: true,
});
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
  return `${records} records, not parsed`;
}

async function zeus(file: string): Promise<string> {
  const counts = noWatCounts();
  for await (const page of readWat(open(file), counts)) void page;
  return `${counts.pages} pages, ${counts.links} links to other domains`;
}

const readers: Record<string, (file: string) => Promise<string>> = { gunzip, zeus, warcio };

/** Each reader runs in a process of its own, which states its CPU time and its peak of memory. */
async function measure(name: string, file: string, pages: number): Promise<void> {
  const { stdout } = await promisify(execFile)(process.execPath, [import.meta.filename, `--read=${name}`, file]);
  const { seconds, peak, result } = JSON.parse(stdout) as { seconds: number; peak: number; result: string };
  const rate = Math.round(pages / seconds);
  console.log(`${name.padEnd(8)} ${seconds.toFixed(2)} CPU s  ${rate} pages/CPU s  peak ${peak} MB  ${result}`);
}

async function readAlone(name: string, file: string): Promise<void> {
  const before = process.cpuUsage();
  let peak = 0;
  // The system's own figure includes the parent's memory.
  const watch = setInterval(() => {
    peak = Math.max(peak, Math.round(process.memoryUsage.rss() / 1e6));
  }, 20);
  const result = await readers[name]?.(file);
  const { user, system } = process.cpuUsage(before);
  clearInterval(watch);
  console.log(JSON.stringify({ seconds: (user + system) / 1e6, peak, result }));
}

async function readSamples(folder: string): Promise<void> {
  for (const name of await readdir(folder, { recursive: true })) {
    if (!/\.(?:warc|wat|wet)(?:\.gz)?(?:\.bad)?$/.test(name)) continue;
    const counts = noWatCounts();
    for await (const page of readWat(open(join(folder, name)), counts)) {
      console.log(`  ${page.url}: "${page.title}", ${page.language}, ${page.words} words, ${page.links.length} links`);
    }
    const counted = Object.entries(counts).filter(([, count]) => count > 0);
    console.log(`${name}: ${counted.map(([key, count]) => `${key} ${count}`).join(', ')}`);
  }
}

async function measureReading(pages: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'zeus-bench-index-'));
  try {
    const file = join(folder, 'sample.warc.wat.gz');
    const bytes = generateWat(pages);
    await writeFile(file, Buffer.concat([bytes, bytes, bytes]));
    console.log(`${3 * pages} pages of 133 links, ${(bytes.length / pages / 1000).toFixed(1)} kB each compressed`);
    for (const name of Object.keys(readers)) await measure(name, file, 3 * pages);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Reference points of the curve, for 121 million domains. The 28 public ratings it was fitted to (mean error 3.8) are not at hand. */
const referencePoints: [number, number][] = [
  ...([
    [1, 100],
    [100, 96],
    [1_000, 91],
    [10_000, 82],
  ] as [number, number][]),
  ...([
    [100_000, 68],
    [1_000_000, 51],
    [10_000_000, 29],
    [30_000_000, 17],
  ] as [number, number][]),
];

function compareRatings(): void {
  const errors = referencePoints.map(([position, rating]) => Math.abs(ratingOf(position, usualGraph.nodes) - rating));
  const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
  console.log(`ratings: mean error ${mean.toFixed(2)} points on ${errors.length} reference points`);
}

if (values.read) await readAlone(values.read, positionals[0] ?? '');
else {
  compareRatings();
  await measureReading(Number(values.pages));
  if (values.samples) await readSamples(values.samples);
  if (values.stored) await measureStored(Number(values.stored));
}
