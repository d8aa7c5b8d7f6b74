// Pages in ClickHouse, looked up by their keys.
import type { ClickHouse } from './connect.ts';
import { keysOf, type Raw, raw, statement } from './literals.ts';
import { tableIn } from './tables.ts';

/** One capture of a page. Keys are decimal digits. */
export interface PageRow {
  key: string;
  attempt: number;
  /** '0': none. */
  canonicalKey: string;
  capturedMs: string;
  domainRating: number;
  words: number;
  language: string;
  url: string;
  title: string;
  description: string;
}

/** Keys per statement. */
const mostKeys = 5_000;

/** All captures of these pages, by key, newest first. */
export async function readPages(
  clickhouse: ClickHouse,
  releases: readonly number[],
  keys: readonly string[],
): Promise<Map<string, PageRow[]>> {
  const rows = await readByKeys<PageRow>(clickhouse, releases, keys, {
    columns:
      raw(`attempt, canonical_key as canonicalKey, captured_ms as capturedMs, domain_rating as domainRating, words,
      language, url, title, description`),
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
    const answer = await clickhouse.query<Row>(
      statement`select url_key as key, ${columns} from ${tableIn(clickhouse, 'sample_pages')}
        where release in ${releases} and url_key in ${keysOf(unique.slice(start, start + mostKeys))} ${end}`,
    );
    rows.push(...answer.rows);
  }
  return rows;
}
