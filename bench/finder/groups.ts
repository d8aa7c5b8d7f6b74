// Divides recorded pages by class (article, recipe, listing …) and by language, and prints Zeus and its peers for each group.
import { readPage } from '../../server/engine/pages/read-page.ts';
import type { AuthorRow, PageRow, RecordedPages } from './data.ts';
import { type Counts, describeFigures, figuresOf } from './figures.ts';

const LANGUAGES = new Set(['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'ru', 'ja', 'zh']);

/** Each finder's counts by page. */
export type FinderCounts = Map<string, Map<string, Counts>>;

/** The stated language, 'other' for any beyond the supported ones, 'unstated' if the page doesn't say. */
export function languagesOf(pages: RecordedPages, rows: readonly PageRow[]): Map<string, string> {
  return new Map(rows.map((row) => [row.id, languageOf(pages.read(row), row.url)]));
}

function languageOf(html: string, url: string): string {
  const { lang, meta } = readPage(html, url);
  const stated = lang || (meta.get('og:locale')?.[0] ?? meta.get('content-language')?.[0] ?? '');
  const code = stated.slice(0, 2).toLowerCase();
  if (code === '') return 'unstated';
  return LANGUAGES.has(code) ? code : 'other';
}

/** Groups with fewer pages say nothing. */
const LEAST_PAGES = 8;

export function printGroups(
  title: string,
  rows: readonly (PageRow | AuthorRow)[],
  groupOf: (row: PageRow) => string,
  finders: FinderCounts,
): void {
  console.log(`\n${title}`);
  const groups = [...Map.groupBy(rows, groupOf)].sort((a, b) => b[1].length - a[1].length);
  for (const [group, members] of groups) {
    if (members.length < LEAST_PAGES) continue;
    const [first, ...peers] = [...finders].map(([name, counts]) => ({ name, counts: countsOf(members, counts) }));
    if (!first || first.counts.length === 0) continue;
    const others = peers
      .filter(({ counts }) => counts.length > 0)
      .map(({ name, counts }) => `${name} F1 ${(figuresOf(counts).f1 * 100).toFixed(1)} of ${counts.length}`);
    console.log(
      `${group.padEnd(14)} ${String(first.counts.length).padStart(5)} pages  ${describeFigures(first.counts)}`,
    );
    if (others.length > 0) console.log(`${' '.repeat(22)}${others.join(', ')}`);
  }
}

function countsOf(rows: readonly PageRow[], counts: Map<string, Counts>): Counts[] {
  return rows.map(({ id }) => counts.get(id)).filter((one) => one !== undefined);
}
