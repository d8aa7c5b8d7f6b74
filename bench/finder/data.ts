// The recorded pages and their scoring scripts, which live outside the project and may be missing.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { Counts } from './figures.ts';

export interface PageRow {
  id: string;
  url: string;
  html_path: string;
  site: string;
}

export interface AuthorRow extends PageRow {
  /** Empty: the page has no author. */
  authors: string[];
  author_kinds: string[];
  page_type: string;
}

export interface AuthorScore {
  /** Pages with an author, those with a right name found, all with a name found, and both for pages without an author. */
  positives: number;
  anyHit: number;
  predicted: number;
  negatives: number;
  falseOnNeg: number;
  precision: number;
  recall: number;
  f1: number;
  false_rate: number;
}

export interface EmailScore {
  tp: number;
  fp: number;
  fn: number;
  precision: number;
  recall: number;
  f1: number;
  fam: Record<string, { n: number; hit: number }>;
}

interface AuthorScorer {
  loadGold(options: { gold: string }): AuthorRow[];
  scoreRows(
    rows: readonly PageRow[],
    found: Map<string, { authors: string[] }>,
    options: { mode: string },
  ): AuthorScore;
}

interface EmailScorer {
  loadE(): PageRow[];
  scoreEmails(rows: readonly PageRow[], found: Map<string, { emails: string[] }>): EmailScore;
}

export interface RecordedPages {
  authorRows: AuthorRow[];
  emailRows: PageRow[];
  read(row: PageRow): string;
  scoreAuthors(rows: readonly PageRow[], found: Map<string, string[]>): AuthorScore;
  scoreEmails(rows: readonly PageRow[], found: Map<string, string[]>): EmailScore;
}

/** What each page adds to the figures of authors; pages that are not scored are missing. */
export function countAuthors(
  pages: RecordedPages,
  rows: readonly PageRow[],
  found: Map<string, string[]>,
): Map<string, Counts> {
  const counts = new Map<string, Counts>();
  for (const row of rows) {
    const one = pages.scoreAuthors([row], found);
    if (one.positives + one.negatives === 0) continue;
    const { anyHit: right, predicted, positives: wanted, negatives: empty, falseOnNeg: invented } = one;
    counts.set(row.id, { site: row.site, right, found: predicted, wanted, empty, invented });
  }
  return counts;
}

/** The same for addresses: single addresses count, and pages without any. */
export function countEmails(
  pages: RecordedPages,
  rows: readonly PageRow[],
  found: Map<string, string[]>,
): Map<string, Counts> {
  return new Map(
    rows.map((row) => {
      const { tp, fp, fn } = pages.scoreEmails([row], found);
      const isEmpty = tp + fn === 0;
      const empty = isEmpty ? 1 : 0;
      return [
        row.id,
        { site: row.site, right: tp, found: tp + fp, wanted: tp + fn, empty, invented: isEmpty && fp > 0 ? 1 : 0 },
      ];
    }),
  );
}

/** Opens the folder of recorded pages; null if it does not exist. */
export async function openRecordedPages(folder: string): Promise<RecordedPages | null> {
  if (!existsSync(path.join(folder, 'authors.jsonl'))) return null;
  const authors = (await import(pathToFileURL(path.join(folder, 'score-authors.mjs')).href)) as AuthorScorer;
  const emails = (await import(pathToFileURL(path.join(folder, 'score-emails.mjs')).href)) as EmailScorer;
  return {
    authorRows: authors.loadGold({ gold: 'core' }),
    emailRows: emails.loadE(),
    read: (row) => gunzipSync(readFileSync(path.join(folder, row.html_path))).toString('utf8'),
    scoreAuthors: (rows, found) =>
      authors.scoreRows(rows, new Map([...found].map(([id, names]) => [id, { authors: names }])), { mode: 'person' }),
    scoreEmails: (rows, found) =>
      emails.scoreEmails(rows, new Map([...found].map(([id, list]) => [id, { emails: list }]))),
  };
}
