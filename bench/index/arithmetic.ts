// What 100 million and 2 billion pages would take in PostgreSQL, from measured figures: sizes and times grow with the number of pages.
import {
  type SampleFigures,
  sampleFigures,
  storedBytesPerPage,
} from '../../server/engine/index/common-crawl/sample-figures.ts';

const scales = { '100 million pages': 100e6, '2 billion pages': 2e9 };
const terabyte = 1e12;

/** `given` is like `bytesPerPage=900,bytesPerLink=200`; what it leaves out is as measured. */
export function printArithmetic(given: string): void {
  const figures = figuresFrom(given);
  console.log(
    `From ${Object.entries(figures)
      .map(([name, value]) => `${name} ${format(value)}`)
      .join(', ')}:\n`,
  );
  for (const line of tableOf(figures)) console.log(line);
}

function figuresFrom(given: string): SampleFigures {
  const entries = given.split(',').filter((part) => part !== '');
  const named = entries.map((part) => part.split('=') as [string, string | undefined]);
  for (const [name, value] of named) {
    if (!(name in sampleFigures) || !(Number(value) > 0)) throw new Error(`${name}=${value} is not a figure.`);
  }
  return { ...sampleFigures, ...Object.fromEntries(named.map(([name, value]) => [name, Number(value)])) };
}

const lines: Record<string, (pages: number, figures: SampleFigures) => string> = {
  'WAT files': (pages, { pagesPerFile }) => format(Math.ceil(pages / pagesPerFile)),
  download: (pages, { watBytesPerPage }) => bytes(pages * watBytesPerPage),
  'download at 100 Mbit/s': (pages, { watBytesPerPage }) => duration((pages * watBytesPerPage) / 12.5e6),
  'download at 1 Gbit/s': (pages, { watBytesPerPage }) => duration((pages * watBytesPerPage) / 125e6),
  'reading WAT files, on one core': (pages, figures) => duration(pages / figures.readPagesPerCpuSecond),
  'writing rows, one file at a time': (pages, figures) => duration(pages / figures.rowPagesPerSecond),
  'building indexes and lists': (pages, figures) => duration(pages / figures.indexPagesPerSecond),
  'links to other domains': (pages, { linksPerPage }) => `${format((pages * linksPerPage) / 1e9)} billion`,
  'disk for pages': (pages, { bytesPerPage }) => bytes(pages * bytesPerPage),
  'disk for links': (pages, { linksPerPage, bytesPerLink }) => bytes(pages * linksPerPage * bytesPerLink),
  'disk in all': (pages, figures) => bytes(diskOf(pages, figures)),
  'disk for sorting, while a part is published': (pages, { linksPerPage, sortingBytesPerLink }) =>
    bytes(pages * linksPerPage * sortingBytesPerLink),
  'servers with 2 TB of disk': (pages, figures) => format(Math.ceil(diskOf(pages, figures) / (2 * terabyte))),
};

const diskOf = (pages: number, figures: SampleFigures) => pages * storedBytesPerPage(figures);

function tableOf(figures: SampleFigures): string[] {
  const rows = Object.entries(lines).map(
    ([name, cell]) =>
      `| ${name} | ${Object.values(scales)
        .map((pages) => cell(pages, figures))
        .join(' | ')} |`,
  );
  return [`| | ${Object.keys(scales).join(' | ')} |`, '|---|---|---|', ...rows];
}

const format = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 1 });
const bytes = (count: number) =>
  count < terabyte ? `${format(Math.round(count / 1e9))} GB` : `${format(count / terabyte)} TB`;

function duration(seconds: number): string {
  const hours = seconds / 3_600;
  return hours < 72 ? `${format(hours)} hours` : `${format(hours / 24)} days`;
}
