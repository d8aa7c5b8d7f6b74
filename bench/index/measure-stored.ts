// The page sample in an engine, at several sizes: time to load and index it, bytes per page and link, how long answers take, and how
// all of these grow.
import type { Database } from '../../server/platform/db.ts';
import { type CpuTimes, cpuSince, cpuTimes, describeCpu } from './cpu-times.ts';
import { domainOfHost, hosts, pagesPerFile } from './made-pages.ts';
import { type AnswerTimes, measureAnswers } from './measure-answers.ts';
import { fill, type StoredSubject } from './stored-subject.ts';

interface Measured {
  pages: number;
  links: number;
  rowsMs: number;
  indexesMs: number;
  /** To generate the pages, and to write and index them. */
  cpu: CpuTimes;
  bytes: Awaited<ReturnType<StoredSubject['bytesOf']>>;
  answers: AnswerTimes[];
}

/** One size after the other, each on its own. A size that takes longer than `minutes` to load is left out. */
export async function measureStored(subject: StoredSubject, sizes: number[], minutes: number): Promise<void> {
  await rateHosts(subject.db);
  const measured: Measured[] = [];
  for (const pages of sizes) {
    const result = await measureSize(subject, pages, minutes);
    if (result) measured.push(result);
  }
  printGrowth(subject.name, measured);
  const last = measured.at(-1);
  if (last) console.log(`\nFor --arithmetic: --figures=${figuresOf(last)}`);
}

/** Ranks with a rating for every generated host. */
async function rateHosts({ sql }: Database): Promise<void> {
  await sql`
    insert into index_releases (kind, name, state, domains, wanted, finished_at)
    values ('ranks', 'bench', 'ready', 120000000, ${hosts}, now())`;
  await sql`
    insert into index_domain_ranks
    select (select id from index_releases where kind = 'ranks'), replace(${domainOfHost(0)}, '0', n::text), n * 100
    from generate_series(1, ${hosts}::int) n`;
}

async function measureSize(subject: StoredSubject, pages: number, minutes: number): Promise<Measured | null> {
  const { engine, db, name } = subject;
  const files = Math.ceil(pages / pagesPerFile);
  const [release] = await db.sql<{ id: number }[]>`
    insert into index_releases (kind, name, wanted, crawl_files) values ('pages', ${`bench-${pages}`}, ${files}, ${files})
    returning id`;
  const id = release?.id ?? 0;
  try {
    await engine.beginRelease(id);
    console.log(`\n${name}, ${format(pages)} pages`);
    const before = cpuTimes();
    const { links, ms: rowsMs } = await fill(engine, { release: id, pages }, progress(pages, minutes));
    const started = performance.now();
    await engine.publish(id);
    const indexesMs = performance.now() - started;
    const cpu = cpuSince(before);
    console.log(`  rows ${seconds(rowsMs)}, indexes ${seconds(indexesMs)}, peak of Node ${peakMemory()} MB`);
    console.log(`  CPU of generating, writing and indexing: ${describeCpu(cpu)}`);
    const answers = await measureAnswers(engine);
    for (const answer of answers) console.log(`  ${describe(answer)}`);
    return { pages, links, rowsMs, indexesMs, cpu, bytes: await subject.bytesOf(id), answers };
  } catch (error) {
    if (!(error instanceof TooSlow)) throw error;
    console.log(`  not loaded within ${minutes} minutes: left out`);
    return null;
  } finally {
    await engine.drop(id);
    await db.sql`delete from index_releases where id = ${id}`;
  }
}

class TooSlow extends Error {}

/** Prints how far a load is, ten times at most. */
function progress(pages: number, minutes: number): (loaded: number) => void {
  const start = performance.now();
  let printed = 0;
  return (loaded) => {
    const elapsed = performance.now() - start;
    if (elapsed > minutes * 60_000 && loaded < pages) throw new TooSlow();
    if (loaded / pages < printed + 0.1) return;
    printed = loaded / pages;
    console.log(`  ${Math.floor(100 * printed)} % after ${seconds(elapsed)}`);
  };
}

function printGrowth(name: string, measured: readonly Measured[]): void {
  const row = (title: string, cell: (size: Measured) => string) =>
    console.log(`| ${title} | ${measured.map(cell).join(' | ')} |`);
  console.log('');
  row(name, ({ pages }) => `${format(pages)} pages`);
  console.log(`|---|${'---|'.repeat(measured.length)}`);
  row('links', ({ links }) => format(links));
  row('writing rows', ({ rowsMs }) => seconds(rowsMs));
  row('building indexes and lists', ({ indexesMs }) => seconds(indexesMs));
  row('pages per second, both', ({ pages, rowsMs, indexesMs }) => format((1000 * pages) / (rowsMs + indexesMs)));
  row('CPU ms per page, generating included', ({ pages, cpu }) => describeCpu(cpu, pages));
  row('bytes per page (indexes)', ({ pages, bytes }) => perRow(bytes.pages, bytes.pageIndexes, pages));
  row('bytes per link (indexes)', ({ links, bytes }) => perRow(bytes.links, bytes.linkIndexes, links));
  for (const [index, { name: kind }] of (measured[0]?.answers ?? []).entries()) {
    row(`${kind}: p50 / p95 / worst, ms; CPU`, ({ answers }) => timesIn(answers[index]));
  }
}

/** What the arithmetic for large sizes starts from. */
function figuresOf({ pages, links, rowsMs, indexesMs, bytes }: Measured): string {
  const figures = {
    rowPagesPerSecond: Math.round((1000 * pages) / rowsMs),
    indexPagesPerSecond: Math.round((1000 * pages) / indexesMs),
    linksPerPage: Math.round((10 * links) / pages) / 10,
    bytesPerPage: Math.round((bytes.pages + bytes.pageIndexes) / pages),
    bytesPerLink: Math.round((bytes.links + bytes.linkIndexes) / links),
  };
  return Object.entries(figures)
    .map(([key, value]) => `${key}=${value}`)
    .join(',');
}

const perRow = (rows: number, indexes: number, count: number) =>
  `${format((rows + indexes) / count)} (${format(indexes / count)})`;
const timesIn = (answer: AnswerTimes | undefined) =>
  answer
    ? `${[answer.p50, answer.p95, answer.worst].map((ms) => ms.toFixed(1)).join(' / ')}; ${describeCpu(answer.cpu, answer.questions)}`
    : '';
const describe = (answer: AnswerTimes) =>
  `${answer.name}: p50 / p95 / worst, ms; CPU: ${timesIn(answer)}, ${answer.found.toFixed(1)} found, ${answer.questions} questions`;
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
const format = (count: number) => Math.round(count).toLocaleString('en');
const peakMemory = () => Math.round(process.resourceUsage().maxRSS / 1024);
