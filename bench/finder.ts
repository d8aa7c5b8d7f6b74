// Finding authors and addresses: Zeus on generated pages in every supported language, next to its peers on recorded real pages.
// node bench/finder.ts [folder of recorded pages] [--sample 300] [--record] [--show-errors]
// Fails if a figure, overall or of one language, is more than a point worse than the baselines (bench/finder/baseline.json,
// bench/finder/languages/baseline.json); --record replaces them. --show-errors lists the generated pages that were read wrongly.
// Peers: npm install --prefix bench --no-package-lock --ignore-scripts
import path from 'node:path';
import { Parser, parseDocument } from 'htmlparser2';
import { findAuthors } from '../server/engine/authors/find-authors.ts';
import { findAddresses } from '../server/engine/emails/find-addresses.ts';
import { readPage } from '../server/engine/pages/read-page.ts';
import { checkBaseline } from './finder/baseline.ts';
import { collectLinks } from './finder/collect-links.ts';
import { countAuthors, countEmails, openRecordedPages, type PageRow, type RecordedPages } from './finder/data.ts';
import { type Counts, describeFigures, type Figures, figuresOf } from './finder/figures.ts';
import { type FinderCounts, figuresByLanguage, languagesOf, printClasses, printLanguages } from './finder/groups.ts';
import { compareGenerated } from './finder/languages/measure.ts';
import { authorPeers, emailPeers, type Finder, type RecordedPage } from './finder/peers.ts';

const zeusAuthors: Finder = {
  name: 'zeus',
  find: ({ html, url }) => findAuthors(readPage(html, url)).map((author) => author.name),
};
const zeusEmails: Finder = {
  name: 'zeus',
  find: ({ html, url }) => findAddresses(readPage(html, url)).map((one) => one.address),
};

interface Run {
  found: Map<string, string[]>;
  /** Mean CPU time per page in milliseconds. */
  cpu: number;
}

/** Not counted: the first pages run uncompiled, which says nothing about a worker that runs for days. */
const WARM_UP = 40;

async function run(finder: Finder, pages: RecordedPages, rows: PageRow[]): Promise<Run> {
  const say = console.error;
  console.error = () => {};
  for (const row of rows.slice(0, WARM_UP)) await find(finder, { html: pages.read(row), url: row.url });
  const found = new Map<string, string[]>();
  let spent = 0;
  for (const row of rows) {
    const html = pages.read(row);
    const before = process.threadCpuUsage();
    found.set(row.id, await find(finder, { html, url: row.url }));
    const { user, system } = process.threadCpuUsage(before);
    spent += (user + system) / 1000;
  }
  console.error = say;
  return { found, cpu: spent / rows.length };
}

/** If a finder fails on a page, it has found nothing. */
async function find(finder: Finder, page: RecordedPage): Promise<string[]> {
  try {
    return await finder.find(page);
  } catch {
    return [];
  }
}

/** CPU time in milliseconds. */
function cpuOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const ignore = () => {};

/** What is compared on each page. htmlparser2 does more work the more of a page it is asked for. */
const reading: Record<string, (page: RecordedPage) => unknown> = {
  'reading and authors': ({ html, url }) => findAuthors(readPage(html, url)),
  'htmlparser2 without handlers': ({ html }) => new Parser({}).end(html),
  'htmlparser2 that hands over tags and text': ({ html }) =>
    new Parser({ onopentag: ignore, onclosetag: ignore, ontext: ignore }).end(html),
  'htmlparser2 that collects title and links': collectLinks,
  'htmlparser2 that builds a tree': ({ html }) => parseDocument(html),
};

/** Reading and finding in proportion to htmlparser2 on the same pages, in turn page by page. */
function compareWithParser(pages: RecordedPages, rows: PageRow[]): void {
  const sums: Record<string, number> = {};
  for (const [index, row] of [...rows, ...rows].entries()) {
    const page = { html: pages.read(row), url: row.url };
    for (const [name, read] of Object.entries(reading)) {
      const spent = cpuOf(() => read(page));
      // The first pass only warms up.
      if (index >= rows.length) sums[name] = (sums[name] ?? 0) + spent;
    }
  }
  console.log('\nCPU time of a page, and how much of it reading and authors take');
  const zeus = sums['reading and authors'] ?? 0;
  for (const [name, sum] of Object.entries(sums)) {
    console.log(`${name.padEnd(42)} ${(sum / rows.length).toFixed(2)} ms  ${(zeus / sum).toFixed(2)}`);
  }
}

/** Peers see a sample of the pages, Zeus all of them. */
async function compareAuthors(pages: RecordedPages, sample: number): Promise<Record<string, Figures>> {
  const { peers, missing } = await authorPeers();
  const rows = pages.authorRows;
  const sampled = spread(rows, sample);
  const finders: FinderCounts = new Map();
  console.log(
    `\nAuthors (persons), ${rows.length} pages; peers ${sampled.length} of them. In percent, with 95 % intervals by site`,
  );
  for (const finder of [zeusAuthors, ...peers]) {
    const seen = finder === zeusAuthors ? rows : sampled;
    const { found, cpu } = await run(finder, pages, seen);
    const counts = countAuthors(pages, seen, found);
    finders.set(finder.name, counts);
    console.log(
      `${finder.name.padEnd(22)} ${describeFigures([...counts.values()])} ${cpu.toFixed(2).padStart(7)} ms CPU a page`,
    );
  }
  sayMissing(missing);
  const languages = languagesOf(pages, rows);
  printClasses('Authors by class of page', rows, finders);
  printLanguages('Authors by language', rows, languages, finders);
  return figuresFor('authors', languages, finders);
}

/** What Zeus reached on all pages, and by language. */
function figuresFor(what: string, languages: Map<string, string>, finders: FinderCounts): Record<string, Figures> {
  const counts = finders.get(zeusAuthors.name) ?? new Map<string, Counts>();
  return { [what]: figuresOf([...counts.values()]), ...figuresByLanguage(what, languages, counts) };
}

async function compareEmails(pages: RecordedPages): Promise<Record<string, Figures>> {
  const { peers, missing } = await emailPeers();
  const finders: FinderCounts = new Map();
  console.log(`\nAddresses, ${pages.emailRows.length} pages`);
  for (const finder of [zeusEmails, ...peers]) {
    const { found, cpu } = await run(finder, pages, pages.emailRows);
    const score = pages.scoreEmails(pages.emailRows, found);
    const families = Object.entries(score.fam).map(([family, { n, hit }]) => `${family} ${hit}/${n}`);
    const counts = countEmails(pages, pages.emailRows, found);
    finders.set(finder.name, counts);
    console.log(
      `${finder.name.padEnd(22)} ${describeFigures([...counts.values()])} ${cpu.toFixed(2).padStart(7)} ms CPU a page`,
    );
    console.log(`${' '.repeat(23)}${families.join(', ')}`);
  }
  sayMissing(missing);
  const languages = languagesOf(pages, pages.emailRows);
  printLanguages('Addresses by language', pages.emailRows, languages, finders);
  return figuresFor('addresses', languages, finders);
}

function sayMissing(missing: string[]): void {
  if (missing.length > 0) {
    console.log(
      `Not installed: ${missing.join(', ')}. Run: npm install --prefix bench --no-package-lock --ignore-scripts`,
    );
  }
}

function spread(rows: PageRow[], count: number): PageRow[] {
  const step = Math.max(1, rows.length / count);
  return Array.from({ length: Math.min(count, rows.length) }, (_, index) => rows[Math.floor(index * step)] as PageRow);
}

function option(name: string): string | undefined {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
}

const BASELINE = path.join(import.meta.dirname, 'finder/baseline.json');
const isRecording = process.argv.includes('--record');
compareGenerated({ isRecording, shows: process.argv.includes('--show-errors') });
const given = process.argv[2]?.startsWith('--') ? undefined : process.argv[2];
const folder = path.resolve(
  given ?? process.env.RECORDED_PAGES ?? path.join(import.meta.dirname, '../../shared/data/pages'),
);
const pages = await openRecordedPages(folder);
if (pages) {
  const sample = Number(option('--sample') ?? 300);
  // First: once other libraries have built trees in this process, htmlparser2 takes a quarter longer for its own.
  compareWithParser(pages, spread(pages.authorRows, sample));
  const authors = await compareAuthors(pages, sample);
  const addresses = await compareEmails(pages);
  checkBaseline(BASELINE, { pages: pages.authorRows.length, figures: { ...authors, ...addresses } }, isRecording);
} else
  console.log(
    `No recorded pages in ${folder}: accuracy is not measured. Give the folder as argument or in RECORDED_PAGES.`,
  );
