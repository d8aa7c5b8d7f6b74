// From WAT files to rows: CPU time and the peak of memory, next to plain gunzip and npm's `warcio`. Each stage includes the ones before
// it and runs in a process of its own. All run in turns, several times, and the fastest run of each counts: other programs on the
// machine only make one slower. Compare the ratio to gunzip between machines.
import { execFile } from 'node:child_process';
import { mkdtemp, open as openFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { youngGenerationMb } from '../../server/engine/index/common-crawl/pages/load-in-thread.ts';
import { generateLargeRecords, generateWat } from './generate-wat.ts';
import type { Measured } from './read-alone.ts';

/** Those of read-alone.ts. */
const stages = ['gunzip', 'warcio', 'records', 'json', 'pages', 'rows'];
const readAlone = fileURLToPath(new URL('./read-alone.ts', import.meta.url));
const pagesPerPart = 2_000;
const warmUpPages = 6_000;
const wantedPagesPerCpuSecond = 2_500;
const mostMemory = 300;

export async function measureReading(count: number, rounds: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'zeus-bench-index-'));
  try {
    const file = join(folder, 'sample.warc.wat.gz');
    const first = join(folder, 'first.warc.wat.gz');
    const bytes = await writeParts(file, count);
    await writeParts(first, warmUpPages, Math.ceil(count / pagesPerPart));
    console.log(
      `${count} pages of 133 links, ${(bytes / count / 1000).toFixed(1)} kB each compressed, ${rounds} rounds\n`,
    );
    const runs = new Map<string, Measured[]>(stages.map((name) => [name, []]));
    for (let round = 0; round < rounds; round++) {
      for (const [name, measured] of runs) measured.push(await measure(name, file, first));
    }
    printStages(runs, count);
    const large = join(folder, 'large.warc.wat.gz');
    await writeFile(large, Buffer.concat([generateLargeRecords(), generateWat(pagesPerPart)]));
    const { peak, result } = await measure('rows', large, first);
    console.log(`\nA file with records of 8 and 100 MB: ${result}, peak ${peak} MB`);
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

/** `from`: the number of the first part; parts of different numbers have different pages. */
async function writeParts(path: string, pages: number, from = 0): Promise<number> {
  await using file = await openFile(path, 'w');
  let bytes = 0;
  for (let part = 0; part * pagesPerPart < pages; part++) {
    const members = generateWat(Math.min(pagesPerPart, pages - part * pagesPerPart), from + part);
    await file.write(members);
    bytes += members.length;
  }
  return bytes;
}

/** With as little memory for short-lived objects as the thread that loads files has; a semi-space is a third of it. */
async function measure(name: string, file: string, first: string): Promise<Measured> {
  const memory = `--max-semi-space-size=${youngGenerationMb / 3}`;
  const { stdout } = await promisify(execFile)(process.execPath, [memory, readAlone, name, file, first]);
  return JSON.parse(stdout) as Measured;
}
