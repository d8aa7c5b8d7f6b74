// From WAT files to rows: pages per CPU second and the peak of memory, next to plain gunzip and npm's `warcio`. Each reader runs in a
// process of its own.
import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdtemp, open as openFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createGunzip } from 'node:zlib';
import { WARCParser } from 'warcio';
import { noWatCounts, readWat } from '../../server/engine/index/common-crawl/wat/read-wat.ts';
import { linkLines, pageLine } from '../../server/engine/index/engine/postgres-writer.ts';
import { generateWat } from './generate-wat.ts';

const chunkBytes = 256 * 1024;
const pagesPerPart = 2_000;
const wantedPagesPerCpuSecond = 2_500;
const mostMemory = 300;

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

async function zeus(file: string): Promise<string> {
  const counts = noWatCounts();
  let bytes = 0;
  for await (const page of readWat(open(file), counts)) {
    bytes += pageLine(page, noRatings).length + linkLines(page, 1, noRatings).length;
  }
  return `${counts.pages} pages, ${counts.links} links to other domains, ${Math.round(bytes / 1e6)} MB of rows`;
}

const noRatings = new Map<string, number>();
const readers: Record<string, (file: string) => Promise<string>> = { gunzip, zeus, warcio };

export async function measureReading(pages: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'zeus-bench-index-'));
  try {
    const file = join(folder, 'sample.warc.wat.gz');
    const bytes = await writeParts(file, pages);
    console.log(`${pages} pages of 133 links, ${(bytes / pages / 1000).toFixed(1)} kB each compressed`);
    for (const name of Object.keys(readers)) await measure(name, file, pages);
    console.log(`wanted: zeus at ${wantedPagesPerCpuSecond} pages/CPU s or more, in less than ${mostMemory} MB`);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function writeParts(path: string, pages: number): Promise<number> {
  await using file = await openFile(path, 'w');
  let bytes = 0;
  for (let part = 0; part * pagesPerPart < pages; part++) {
    const members = generateWat(Math.min(pagesPerPart, pages - part * pagesPerPart), part);
    await file.write(members);
    bytes += members.length;
  }
  return bytes;
}

async function measure(name: string, file: string, pages: number): Promise<void> {
  const { stdout } = await promisify(execFile)(process.execPath, [process.argv[1] ?? '', `--read=${name}`, file]);
  const { seconds, peak, result } = JSON.parse(stdout) as { seconds: number; peak: number; result: string };
  const rate = Math.round(pages / seconds);
  console.log(`${name.padEnd(8)} ${seconds.toFixed(2)} CPU s  ${rate} pages/CPU s  peak ${peak} MB  ${result}`);
}

/** In the process of one reader: prints its CPU time and its peak of memory. */
export async function readAlone(name: string, file: string): Promise<void> {
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
