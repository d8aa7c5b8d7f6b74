// Precision and recall of each page signal, on the practice web and on labeled recorded pages, and what the signals cost.
// node bench/triage.ts [folder of recorded pages] [--mistakes]
// How the pages were labeled: bench/triage/README.md. Fails if a signal that warns is right less than 95 times in 100.
import path from 'node:path';
import { checkPage } from '../server/engine/link-proof/page-check.ts';
import { readJsonLd } from '../server/engine/pages/json-ld.ts';
import { readPage } from '../server/engine/pages/read-page.ts';
import { outgoingLinks } from '../server/engine/triage/outgoing.ts';
import { pageSignalsOf } from '../server/engine/triage/page-signals.ts';
import { defaultWeights, type PageSignalName, pageSignals } from '../shared/triage-values.ts';
import { openRecordedPages, type RecordedPages } from './finder/data.ts';
import type { Counts } from './finder/figures.ts';
import { describeShare, signalFigures } from './triage/figures.ts';
import { countSignals, halfOf, type Label, readLabels } from './triage/labels.ts';
import { type LabeledPage, readPracticePages } from './triage/practice.ts';

const target = 0.95;
const shouldName = process.argv.includes('--mistakes');

type Table = Map<PageSignalName, Counts[]>;

function measure(pages: Iterable<LabeledPage>): Table {
  const table: Table = new Map(pageSignals.map((name) => [name, []]));
  for (const { id, site, url, status, html, label } of pages) {
    const { signals } = checkPage({ url, status, robotsHeader: '', facts: readPage(html, url) });
    const found = new Set(signals.map(({ name }) => name));
    for (const [name, counts] of Object.entries(countSignals(site, label, found)) as [PageSignalName, Counts][]) {
      table.get(name)?.push(counts);
      if (shouldName && counts.found !== counts.wanted)
        console.log(`  ${counts.found > 0 ? 'wrong ' : 'missed'} ${name}: ${id}`);
    }
  }
  return table;
}

/** Prints the figures; returns the warnings that are wrong too often. */
function print(title: string, table: Table): PageSignalName[] {
  console.log(`\n${title}. In percent, with 95 % intervals by site`);
  return [...table].flatMap(([name, counts]) => {
    const { precision, recall, right, found, wanted, pages } = signalFigures(counts);
    const isWarning = defaultWeights[name] > 0;
    const shares = `precision ${describeShare(precision)} recall ${describeShare(recall)}`;
    const numbers = `${right} right of ${found} found, ${wanted} to find on ${pages} pages`;
    console.log(`${name.padEnd(18)} ${shares} ${numbers}${isWarning ? '' : '; not a warning'}`);
    return isWarning && precision !== null && precision.value < target ? [name] : [];
  });
}

function* recordedPages(pages: RecordedPages, labels: ReadonlyMap<string, Label>): Generator<LabeledPage> {
  // These rows are all pages; those with authors leave some out.
  for (const row of pages.emailRows) {
    const label = labels.get(row.id);
    if (label) yield { ...row, status: 200, html: pages.read(row), label };
  }
}

/** Two passes warm up. What else a page check does is in neither figure. */
const passes = 4;

function printCost(pages: readonly LabeledPage[]): void {
  const sums = { reading: 0, signals: 0 };
  for (let pass = 0; pass < passes; pass++) {
    for (const { html, url, status } of pages) {
      const start = process.threadCpuUsage();
      const facts = readPage(html, url);
      const reading = process.threadCpuUsage(start);
      const outgoing = outgoingLinks(facts);
      readJsonLd(facts.jsonLd);
      const middle = process.threadCpuUsage();
      pageSignalsOf({ status, facts, outgoing });
      const signals = process.threadCpuUsage(middle);
      if (pass < 2) continue;
      sums.reading += reading.user + reading.system;
      sums.signals += signals.user + signals.system;
    }
  }
  const perPage = (sum: number) => (sum / pages.length / (passes - 2) / 1000).toFixed(2);
  const percent = ((sums.signals / sums.reading) * 100).toFixed(1);
  console.log(
    `\nReading takes ${perPage(sums.reading)} ms CPU a page, the signals ${perPage(sums.signals)} more: ${percent} %`,
  );
}

const failed: string[] = [];
const practicePages = await readPracticePages();
failed.push(...print(`Practice web, ${practicePages.length} pages`, measure(practicePages)));

const given = process.argv[2]?.startsWith('--') ? undefined : process.argv[2];
const folder = path.resolve(
  given ?? process.env.RECORDED_PAGES ?? path.join(import.meta.dirname, '../../shared/data/pages'),
);
const recorded = await openRecordedPages(folder);
if (recorded) {
  const pages = [...recordedPages(recorded, readLabels())];
  for (const half of ['development', 'held out'] as const) {
    const part = pages.filter(({ site, label }) => halfOf(site, label) === half);
    failed.push(...print(`Recorded pages, ${half}: ${part.length} pages`, measure(part)));
  }
  printCost(pages);
} else
  console.log(
    `\nNo recorded pages in ${folder}: only the practice web is measured. Give the folder as argument or in RECORDED_PAGES.`,
  );
if (failed.length > 0) {
  console.error(`\nWarnings right less than ${target * 100} times in 100: ${[...new Set(failed)].join(', ')}`);
  process.exitCode = 1;
}
