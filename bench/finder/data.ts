// The recorded pages and their scoring scripts, which live outside the project and may be missing.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';

export interface PageRow {
  id: string;
  url: string;
  html_path: string;
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
  loadGold(options: { gold: string }): PageRow[];
  scoreRows(rows: PageRow[], found: Map<string, { authors: string[] }>, options: { mode: string }): AuthorScore;
}

interface EmailScorer {
  loadE(): PageRow[];
  scoreEmails(rows: PageRow[], found: Map<string, { emails: string[] }>): EmailScore;
}

export interface RecordedPages {
  authorRows: PageRow[];
  emailRows: PageRow[];
  read(row: PageRow): string;
  scoreAuthors(rows: PageRow[], found: Map<string, string[]>): AuthorScore;
  scoreEmails(rows: PageRow[], found: Map<string, string[]>): EmailScore;
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
