// Divides recorded pages by class (article, recipe, listing …) and by language, and prints Zeus and its peers for each group.
import { readPage } from '../../server/engine/pages/read-page.ts';
import type { AuthorRow, PageRow, RecordedPages } from './data.ts';
import { type Counts, describeFigures, type Figures, figuresOf } from './figures.ts';

/** The supported languages, in the order in which they are printed. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'ru', 'ja', 'zh'] as const;

export type Language = (typeof LANGUAGES)[number];

/** Each finder's counts by page. */
export type FinderCounts = Map<string, Map<string, Counts>>;

/**
 * The stated language, 'other' for any beyond the supported ones. Pages that don't state one are Japanese or Chinese by their script,
 * otherwise 'unstated'.
 */
export function languagesOf(pages: RecordedPages, rows: readonly PageRow[]): Map<string, string> {
  return new Map(rows.map((row) => [row.id, languageOf(pages.read(row), row.url)]));
}

function languageOf(html: string, url: string): string {
  const { lang, meta } = readPage(html, url);
  const stated = lang || (meta.get('og:locale')?.[0] ?? meta.get('content-language')?.[0] ?? '');
  const code = stated.slice(0, 2).toLowerCase();
  if (code === '') return languageByScript(html);
  return LANGUAGES.find((language) => language === code) ?? 'other';
}

/** Share of kana or Chinese characters among all letters that makes a page Japanese or Chinese. */
const KANA = 0.1;
const HAN = 0.2;

function languageByScript(html: string): string {
  const text = html.replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, ' ').replace(/<[^>]*>/g, ' ');
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const letters = Math.max(1, count(/\p{L}/gu));
  if (count(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu) / letters > KANA) return 'ja';
  return count(/\p{Script=Han}/gu) / letters > HAN ? 'zh' : 'unstated';
}

/** The figures of each supported language that has pages, by '<what> (<language>)'. */
export function figuresByLanguage(
  what: string,
  languages: Map<string, string>,
  counts: Map<string, Counts>,
): Record<string, Figures> {
  const groups = Map.groupBy(counts, ([id]) => languages.get(id) ?? '');
  return Object.fromEntries(
    LANGUAGES.flatMap((language) => {
      const members = groups.get(language);
      return members ? [[`${what} (${language})`, figuresOf(members.map(([, one]) => one))]] : [];
    }),
  );
}

/** Classes with fewer pages say little. Supported languages are printed all the same, with intervals as wide as they are. */
const LEAST_PAGES = 8;

export function printClasses(title: string, rows: readonly AuthorRow[], finders: FinderCounts): void {
  console.log(`\n${title}`);
  const groups = [...Map.groupBy(rows, (row) => row.page_type)].sort((a, b) => b[1].length - a[1].length);
  for (const [group, members] of groups) if (members.length >= LEAST_PAGES) printGroup(group, members, finders);
}

export function printLanguages(
  title: string,
  rows: readonly PageRow[],
  languages: Map<string, string>,
  finders: FinderCounts,
): void {
  console.log(`\n${title}`);
  const groups = Map.groupBy(rows, ({ id }) => languages.get(id) ?? '');
  for (const language of [...LANGUAGES, 'other', 'unstated']) printGroup(language, groups.get(language) ?? [], finders);
}

function printGroup(group: string, rows: readonly PageRow[], finders: FinderCounts): void {
  const [first, ...peers] = [...finders].map(([name, counts]) => ({ name, counts: countsOf(rows, counts) }));
  if (!first) return;
  const figures = first.counts.length > 0 ? describeFigures(first.counts) : 'not measured';
  console.log(`${group.padEnd(14)} ${String(first.counts.length).padStart(5)} pages  ${figures}`);
  const others = peers
    .filter(({ counts }) => counts.length > 0)
    .map(({ name, counts }) => `${name} F1 ${(figuresOf(counts).f1 * 100).toFixed(1)} of ${counts.length}`);
  if (others.length > 0) console.log(`${' '.repeat(22)}${others.join(', ')}`);
}

function countsOf(rows: readonly PageRow[], counts: Map<string, Counts>): Counts[] {
  return rows.map(({ id }) => counts.get(id)).filter((one) => one !== undefined);
}
