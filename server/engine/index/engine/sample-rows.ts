// What all engines store of a page in the same way.
import type { WatPage } from '../common-crawl/wat/wat-page.ts';

/** A page without a plausible date counts as older than any other capture. */
export function captureOf({ capturedAt: at }: WatPage): Date {
  const isPlausible = at !== null && at.getUTCFullYear() >= 1990 && at.getTime() < Date.now() + dayMs;
  return isPlausible ? at : new Date(0);
}

const dayMs = 86_400_000;

/** Pages are also found by the words of their path, because WAT files have no text. */
export function pathWords(url: string): string {
  const { pathname } = new URL(url);
  return decoded(pathname)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => !/^\d*$/.test(word))
    .join(' ');
}

/** What a page is found by, as PostgreSQL computes it for all engines; the words of the title weigh most. */
export const searchVector = ({ title = 'title', description = 'description' } = {}): string => `
  setweight(to_tsvector(config::regconfig, ${title}), 'A') || setweight(to_tsvector(config::regconfig, ${description}), 'B')
  || setweight(to_tsvector(config::regconfig, path), 'C')`;

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

export type Field = string | number | boolean | null;

const special: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** A row in COPY's text format, which ClickHouse reads as TabSeparated. */
export const line = (fields: readonly Field[]): string => `${fields.map(escaped).join('\t')}\n`;

function escaped(field: Field): string {
  if (field === null) return '\\N';
  return typeof field === 'string' ? escapedText(field) : String(field);
}

/** A text as a field of such a row. */
export function escapedText(text: string): string {
  // Hardly any text has such a character, and testing for one is faster than replacing none.
  return /[\\\t\n\r]/.test(text) ? text.replace(/[\\\t\n\r]/g, (found) => special[found] ?? '') : text;
}
