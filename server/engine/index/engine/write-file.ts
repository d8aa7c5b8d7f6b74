// Writes the pages and links of one WAT file in one transaction, in batches, so that memory does not depend on the size of the file.
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from } from 'pg-copy-streams';
import type { Database } from '../../../platform/db.ts';
import { OperatorError } from '../../../platform/operator-error.ts';
import { memoizeTexts } from '../../memoize-texts.ts';
import { domainOf } from '../../pages/page-url.ts';
import { loadInTransaction } from '../common-crawl/load-transaction.ts';
import { ratingOf } from '../common-crawl/ranks/rank-rating.ts';
import { findRanks } from '../common-crawl/ranks/ranks.store.ts';
import type { WatPage } from '../common-crawl/wat/wat-page.ts';
import { searchConfig } from '../crawl/language.ts';
import type { FileCounts, SampleFile } from './index-engine.ts';
import { keyOf } from './text-key.ts';

const batchPages = 1_000;
const batchLinks = 20_000;
const domainKey = memoizeTexts(50_000, keyOf);

/** Null if the file is already there. Throws OperatorError if the release is not being loaded. */
export async function writeFile(db: Database, release: number, file: SampleFile): Promise<FileCounts | null> {
  const counts: FileCounts = { pages: 0, links: 0, skipped: 0 };
  let isNew = false;
  await loadInTransaction(db.address, async (client) => {
    // A second writer of the same file waits here, and then has nothing to do.
    const { rowCount } = await client.query(
      'insert into index_files values ($1, $2, 0, 0, 0) on conflict do nothing returning number',
      [release, file.number],
    );
    isNew = rowCount === 1;
    if (!isNew) return;
    await client.query(staging);
    let batch: WatPage[] = [];
    let written = 0;
    for await (const page of file.pages) {
      counts.pages += 1;
      counts.links += page.links.length;
      batch.push(page);
      if (batch.length < batchPages && counts.links - written < batchLinks) continue;
      await writeBatch(db, client, release, batch);
      batch = [];
      written = counts.links;
    }
    await writeBatch(db, client, release, batch);
    counts.skipped = file.skipped();
    await finish(client, release, file.number, counts);
  });
  return isNew ? counts : null;
}

/** Last, because a release may be dropped at any time, and the rows written meanwhile must not stay. */
async function finish(client: pg.Client, release: number, number: number, counts: FileCounts): Promise<void> {
  const { pages, links, skipped } = counts;
  await client.query(
    'update index_files set pages = $3, links = $4, skipped = $5 where release_id = $1 and number = $2',
    [...[release, number, pages, links, skipped]],
  );
  const { rowCount } = await client.query(
    `update index_releases set loaded = loaded + 1, skipped = skipped + $2 where id = $1 and state = 'loading'`,
    [release, skipped],
  );
  if (rowCount !== 1) throw new OperatorError('The release was dropped or published meanwhile.');
}

// COPY can't compute search vectors, so pages are copied here first.
const staging = `
  create temp table sample_batch (
    url_key bigint, canonical_key bigint, captured_at timestamptz, domain_rating real, words integer, listed boolean,
    language text, config text, domain text, url text, title text, description text, path text) on commit drop`;

const addPages = `
  insert into index_sample_pages (url_key, canonical_key, captured_at, release_id, domain_rating, words, listed, language,
    domain, url, title, description, search)
  select url_key, canonical_key, captured_at, $1, domain_rating, words, listed, language, domain, url, title, description,
    setweight(to_tsvector(config::regconfig, title), 'A') || setweight(to_tsvector(config::regconfig, description), 'B')
    || setweight(to_tsvector(config::regconfig, path), 'C')
  from sample_batch`;

const copyLinks = `copy index_sample_links (page_key, from_domain_key, to_key, to_domain_key, captured_at, release_id,
  domain_rating, position, dofollow, is_image, to_url, anchor, rel) from stdin`;

async function writeBatch(db: Database, client: pg.Client, release: number, pages: readonly WatPage[]): Promise<void> {
  if (pages.length === 0) return;
  const ratings = await ratingsOf(db, pages);
  await copy(client, 'copy sample_batch from stdin', pages.map((page) => pageLine(page, ratings)).join(''));
  await client.query(addPages, [release]);
  await client.query('truncate sample_batch');
  await copy(client, copyLinks, pages.map((page) => linkLines(page, release, ratings)).join(''));
}

async function copy(client: pg.Client, statement: string, lines: string): Promise<void> {
  await pipeline([lines], client.query(from(statement)));
}

/** By the ranks that are loaded; without ranks, no domain is rated. */
async function ratingsOf(db: Database, pages: readonly WatPage[]): Promise<Map<string, number>> {
  const ranks = await findRanks(db.kysely, [...new Set(pages.map(({ url }) => domainOf(url)))]);
  return new Map(ranks.map(({ name, position, domains }) => [name, ratingOf(position, domains)]));
}

type Field = string | number | boolean | null;

function pageLine(page: WatPage, ratings: ReadonlyMap<string, number>): string {
  const { url, canonical, words, listed, language, title, description } = page;
  const domain = domainOf(url);
  return line([
    ...[keyOf(url), canonical === null ? null : keyOf(canonical), capturedAt(page), ratings.get(domain) ?? -1, words],
    ...[listed, language, searchConfig(language), domain, url, title, description, pathWords(url)],
  ]);
}

function linkLines(page: WatPage, release: number, ratings: ReadonlyMap<string, number>): string {
  const domain = domainOf(page.url);
  const source = [keyOf(page.url), domainKey(domain)];
  const rating = ratings.get(domain) ?? -1;
  const lines = page.links.map(({ to, anchor, rel, dofollow, isImage, position }) =>
    line([
      ...[...source, keyOf(to), domainKey(domainOf(to)), capturedAt(page), release, rating, position],
      ...[dofollow, isImage, to, anchor, rel],
    ]),
  );
  return lines.join('');
}

/** A page without a plausible date counts as older than any other capture. */
function capturedAt({ capturedAt: at }: WatPage): string {
  const isPlausible = at !== null && at.getUTCFullYear() >= 1990 && at.getTime() < Date.now() + dayMs;
  return (isPlausible ? at : new Date(0)).toISOString();
}

const dayMs = 86_400_000;

/** Pages are also found by the words of their path, because WAT files have no text. */
function pathWords(url: string): string {
  const { pathname } = new URL(url);
  return decoded(pathname)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => !/^\d*$/.test(word))
    .join(' ');
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

const special: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** A row in COPY's text format. */
const line = (fields: readonly Field[]): string =>
  `${fields.map((field) => (field === null ? '\\N' : String(field).replace(/[\\\t\n\r]/g, (found) => special[found] ?? ''))).join('\t')}\n`;
