// Pages in ClickHouse, looked up by their keys.
import type { ClickHouse } from './connect.ts';
import { keysOf, type Raw, raw, statement } from './literals.ts';
import { localIn } from './tables.ts';

// What is stated about one capture of a page. Each column takes as long to read as the next, so only those that are needed are.
interface Capture {
  /** Keys are decimal digits. */
  key: string;
  capturedMs: string;
  url: string;
  title: string;
}

export interface LinkingPage extends Capture {
  words: number;
}

/** Its postings have the rest. */
export interface FoundPage extends Capture {
  attempt: number;
  /** '0': none. */
  canonicalKey: string;
  description: string;
}

/** Keys per statement. */
const mostKeys = 5_000;

/** All captures of these pages, by key, newest first. */
export const readFoundPages = (clickhouse: ClickHouse, releases: readonly number[], keys: readonly string[]) =>
  readCapturesWith<FoundPage>(clickhouse, releases, keys, 'attempt, canonical_key as canonicalKey, description');

/** The same, for backlinks. */
export const readLinkingPages = (clickhouse: ClickHouse, releases: readonly number[], keys: readonly string[]) =>
  readCapturesWith<LinkingPage>(clickhouse, releases, keys, 'words');

async function readCapturesWith<Row extends Capture>(
  clickhouse: ClickHouse,
  releases: readonly number[],
  keys: readonly string[],
  columns: string,
): Promise<Map<string, Row[]>> {
  const rows = await readByKeys<Row>(clickhouse, releases, keys, {
    columns: raw(`captured_ms as capturedMs, url, title, ${columns}`),
  });
  rows.sort((a, b) => Number(b.capturedMs) - Number(a.capturedMs));
  return Map.groupBy(rows, ({ key }) => key);
}

/** When each of these pages was last captured, by key. */
export async function readCaptures(
  clickhouse: ClickHouse,
  releases: readonly number[],
  keys: readonly string[],
): Promise<Map<string, Date>> {
  const rows = await readByKeys<{ key: string; capturedMs: string }>(clickhouse, releases, keys, {
    columns: raw('max(captured_ms) as capturedMs'),
    end: raw('group by url_key'),
  });
  return new Map(rows.map(({ key, capturedMs }) => [key, new Date(Number(capturedMs))]));
}

async function readByKeys<Row>(
  clickhouse: ClickHouse,
  releases: readonly number[],
  keys: readonly string[],
  { columns, end = raw('') }: { columns: Raw; end?: Raw },
): Promise<Row[]> {
  const unique = [...new Set(keys)];
  const rows: Row[] = [];
  for (let start = 0; start < unique.length; start += mostKeys) {
    // PREWHERE: a shard reads the other columns only of pages that it has, which takes a quarter of the time for those it hasn't.
    const answer = await clickhouse.queryShards<Row>(
      statement`select url_key as key, ${columns} from ${localIn(clickhouse, 'sample_pages')}
        prewhere url_key in ${keysOf(unique.slice(start, start + mostKeys))} where release in ${releases} ${end}`,
    );
    rows.push(...answer.rows);
  }
  return rows;
}
