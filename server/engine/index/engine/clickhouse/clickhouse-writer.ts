// Stores the pages, links and postings of a file in ClickHouse, in batches. PostgreSQL computes the lexemes, so that pages are found by
// the same words in both engines.
import type pg from 'pg';
import type { Database } from '../../../../platform/db.ts';
import { domainOf } from '../../../pages/page-url.ts';
import type { WatPage } from '../../common-crawl/wat/wat-page.ts';
import { searchConfig } from '../../crawl/language.ts';
import { inPairs } from '../../search/word-pairs.ts';
import { captureOf, line, pathWords, searchVector } from '../sample-rows.ts';
import { domainKeyOf, keyOf } from '../text-key.ts';
import type { FileWriter, Ratings } from '../write-file.ts';
import type { ClickHouse } from './connect.ts';
import { beginAttempt, endAttempt } from './releases.store.ts';
import { columnsOf, insertIdPrefix, type TableName, tableIn, tableNames } from './tables.ts';

/** ClickHouse wants few and large inserts. */
const batch = { batchPages: 5_000, batchLinks: 100_000 };

/** If the process dies, its rows stay until the release is published; they are not read before that. */
export function clickhouseWriter(
  { db, clickhouse }: { db: Database; clickhouse: ClickHouse },
  { release, number }: { release: number; number: number },
): FileWriter {
  let attempt = 0;
  return {
    ...batch,
    async begin() {
      attempt = await beginAttempt(db.kysely, { release, number });
    },
    async write(client, pages, ratings) {
      const source = { release, attempt, ratings };
      const vectors = await searchVectors(client, pages);
      await insertAll(clickhouse, attempt, {
        sample_pages: pages.map((page) => pageLine(page, source)),
        sample_copies: pages.flatMap((page) => copyLines(page, source)),
        sample_links: pages.flatMap((page) => linkLines(page, source)),
        sample_postings: pages.flatMap((page, index) => postingLines(page, vectors[index] ?? '', source)),
      });
    },
    finish: (client) => endAttempt(client, attempt),
  };
}

/** Returns or throws once all of them have ended: nothing may be written after the transaction. */
async function insertAll(clickhouse: ClickHouse, attempt: number, lines: Record<TableName, string[]>): Promise<void> {
  const idPrefix = insertIdPrefix(clickhouse, attempt);
  const inserts = tableNames.map((name) =>
    clickhouse.insert({ table: tableIn(clickhouse, name), columns: columnsOf(name), lines: lines[name], idPrefix }),
  );
  const failed = (await Promise.allSettled(inserts)).find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

/** One per page, as PostgreSQL writes a tsvector; '' if the page is not searched. */
async function searchVectors(client: pg.Client, pages: readonly WatPage[]): Promise<string[]> {
  const texts = pages.map(({ url, title, description, language, listed }) =>
    listed ? [searchConfig(language), ...[title, description, pathWords(url)].map(inPairs)] : ['simple', '', '', ''],
  );
  const { rows } = await client.query<{ vector: string }>(
    `select (${searchVector()})::text as vector
    from unnest($1::text[], $2::text[], $3::text[], $4::text[]) with ordinality
      as row(config, title, description, path, place) order by place`,
    [0, 1, 2, 3].map((column) => texts.map((text) => text[column])),
  );
  return rows.map(({ vector }) => vector);
}

interface Source {
  release: number;
  attempt: number;
  ratings: Ratings;
}

const ratingIn = ({ ratings }: Source, url: string): number => ratings.get(domainOf(url)) ?? -1;

function pageLine(page: WatPage, source: Source): string {
  const { url, canonical, words, listed, language, title, description } = page;
  return line([
    ...[source.release, source.attempt, keyOf(url), canonical === null ? 0 : keyOf(canonical)],
    ...[captureOf(page).getTime(), ratingIn(source, url), words, Number(listed), language, url, title, description],
  ]);
}

function copyLines({ url, canonical }: WatPage, { release, attempt }: Source): string[] {
  if (canonical === null) return [];
  const pair = [keyOf(url), keyOf(canonical)];
  return pair.map((key) => line([release, attempt, domainKeyOf(url), key, ...pair]));
}

function linkLines(page: WatPage, source: Source): string[] {
  const { release, attempt } = source;
  const from = [keyOf(page.url), domainKeyOf(page.url)];
  const when = [captureOf(page).getTime(), ratingIn(source, page.url)];
  return page.links.map(({ to, anchor, rel, dofollow, isImage, position }) =>
    line([
      ...[release, attempt, ...from, keyOf(to), domainKeyOf(to), ...when, position],
      ...[Number(dofollow), Number(isImage), to, anchor, rel],
    ]),
  );
}

function postingLines(page: WatPage, vector: string, source: Source): string[] {
  const { release, attempt } = source;
  const postings = parseVector(vector);
  const length = postings.reduce((sum, { places }) => sum + places.split(',').length, 0);
  const facts = [ratingIn(source, page.url), page.words, Math.min(length, 65_535), page.language];
  const key = keyOf(page.url);
  return postings.map(({ lexeme, places }) => line([release, attempt, lexeme, key, ...facts, places]));
}

/** PostgreSQL writes `'cours':2A,7B 'golf':1A`, and doubles quotes and backslashes. */
function parseVector(vector: string): { lexeme: string; places: string }[] {
  return Array.from(vector.matchAll(/'((?:[^'\\]|''|\\\\)*)':([\dABCD,]+)/g), ([, lexeme = '', places = '']) => ({
    lexeme: lexeme.replace(/''|\\\\/g, (pair) => pair.slice(1)),
    places,
  }));
}

export const vectorOf = (postings: readonly { lexeme: string; places: string }[]): string =>
  postings.map(({ lexeme, places }) => `'${lexeme.replace(/['\\]/g, '$&$&')}':${places}`).join(' ');
