// The recorded pages and their scoring scripts, which live outside the project and may be missing.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';

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
  precision: number;
  recall: number;
  f1: number;
  false_rate: number;
}

export interface EmailScore {
  precision: number;
  recall: number;
  f1: number;
  fam: Record<string, { n: number; hit: number }>;
}

interface AuthorScorer {
  loadGold(options: { gold: string }): AuthorRow[];
  scoreRows(rows: PageRow[], found: Map<string, { authors: string[] }>, options: { mode: string }): AuthorScore;
}

interface EmailScorer {
  loadE(): PageRow[];
  scoreEmails(rows: PageRow[], found: Map<string, { emails: string[] }>): EmailScore;
}

export interface RecordedPages {
  authorRows: AuthorRow[];
  emailRows: PageRow[];
  read(row: PageRow): string;
  scoreAuthors(rows: PageRow[], found: Map<string, string[]>): AuthorScore;
  scoreEmails(rows: PageRow[], found: Map<string, string[]>): EmailScore;
}

/** A generator with the same numbers in every run (mulberry32), from 0 to below 1. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Splits into parts of about the same size; everything of one site is in one part. */
export function foldsBySite<Item>(
  items: readonly Item[],
  siteOf: (item: Item) => string,
  count: number,
  seed: number,
): Item[][] {
  const random = seededRandom(seed);
  const foldOf = new Map<string, number>();
  const folds: Item[][] = Array.from({ length: count }, () => []);
  for (const item of items) {
    const site = siteOf(item);
    const fold = foldOf.get(site) ?? Math.floor(random() * count);
    foldOf.set(site, fold);
    folds[fold]?.push(item);
  }
  return folds;
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
