// From WAT files to rows: CPU time and the peak of memory, next to plain gunzip and npm's `warcio`. Each stage includes the ones before
// it and runs in a process of its own. All run in turns, several times, and the fastest run of each counts: other programs on the
// machine only make one slower. Compare the ratio to gunzip between machines.
import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdtemp, open as openFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createGunzip } from 'node:zlib';
import { WARCParser } from 'warcio';
import { noWarcCounts, readWarc } from '../../server/engine/index/common-crawl/warc/read-warc.ts';
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

async function records(file: string): Promise<string> {
  const counts = noWarcCounts();
  let bytes = 0;
  for await (const batch of readWarc(open(file), counts)) for (const { body } of batch) bytes += body.length;
  return `${counts.records} records, ${Math.round(bytes / 1e6)} MB`;
}

/** What plain JSON.parse takes, which Zeus does for a part of each record only. */
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
    bytes += pageLine(page, noRatings).length + linkLines(page, 1, noRatings).length;
  }
  return `${Math.round(bytes / 1e6)} MB of rows`;
}

const noRatings = new Map<string, number>();
const readers: Record<string, (file: string) => Promise<string>> = { gunzip, warcio, records, json, pages, rows };

interface Measured {
  seconds: number;
  /** MB of memory. */
  peak: number;
  result: string;
}

export async function measureReading(count: number, rounds: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'zeus-bench-index-'));
  try {
    const file = join(folder, 'sample.warc.wat.gz');
    const bytes = await writeParts(file, count);
    console.log(
      `${count} pages of 133 links, ${(bytes / count / 1000).toFixed(1)} kB each compressed, ${rounds} rounds\n`,
    );
    const runs = new Map<string, Measured[]>(Object.keys(readers).map((name) => [name, []]));
    for (let round = 0; round < rounds; round++) {
      for (const [name, measured] of runs) measured.push(await measure(name, file));
    }
    printStages(runs, count);
    console.log(
      `\nGoal for rows: at least ${wantedPagesPerCpuSecond} pages per CPU second, in less than ${mostMemory} MB.`,
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

function printStages(runs: ReadonlyMap<string, readonly Measured[]>, count: number): void {
  const fastest = (name: string) => Math.min(...(runs.get(name) ?? []).map(({ seconds }) => seconds));
  const [plain, peer] = [fastest('gunzip'), fastest('warcio')];
  console.log('| stage | CPU s per 1,000 pages | pages per CPU s | ratio to gunzip | to warcio | peak, MB | |');
  console.log('|---|---|---|---|---|---|---|');
  for (const [name, measured] of runs) {
    const seconds = fastest(name);
    const peak = Math.max(...measured.map((run) => run.peak));
    const cells = [(1000 * seconds) / count, count / seconds, seconds / plain, seconds / peer, peak];
    const [cpu, rate, ...others] = cells.map((cell, at) => cell.toFixed([3, 0, 2, 2, 0][at]));
    console.log(`| ${[name, cpu, rate, ...others, measured[0]?.result].join(' | ')} |`);
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

async function measure(name: string, file: string): Promise<Measured> {
  const { stdout } = await promisify(execFile)(process.execPath, [process.argv[1] ?? '', `--read=${name}`, file]);
  return JSON.parse(stdout) as Measured;
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
