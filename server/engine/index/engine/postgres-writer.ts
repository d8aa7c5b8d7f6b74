// Stores the pages and links of a file in PostgreSQL by COPY, in batches, so that memory does not depend on the size of the file.
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from } from 'pg-copy-streams';
import { domainOf } from '../../pages/page-url.ts';
import type { WatLink } from '../common-crawl/wat/wat-links.ts';
import type { WatPage } from '../common-crawl/wat/wat-page.ts';
import { searchConfig } from '../crawl/language.ts';
import { inPairs } from '../search/word-pairs.ts';
import { captureOf, escapedText, line, pathWords, searchVector } from './sample-rows.ts';
import { sliceOf } from './slices.ts';
import { domainKeyOf, keyOf } from './text-key.ts';
import type { FileWriter, Ratings } from './write-file.ts';

/** For one file of a release. */
export const postgresWriter = (place: Place): FileWriter => ({
  ...{ batchPages: 1_000, batchLinks: 20_000 },
  async begin(client) {
    await client.query(staging);
  },
  write: (client, pages, ratings) => writeBatch(client, place, pages, ratings),
});

interface Place {
  release: number;
  /** The number of the file. */
  file: number;
}

// COPY can't compute search vectors, so pages are copied here first.
const staging = `
  create temp table sample_batch (
    url_key bigint, canonical_key bigint, captured_at timestamptz, domain_rating real, words integer, listed boolean,
    language text, config text, domain text, url text, title text, description text, title_pairs text, description_pairs text,
    path text) on commit drop`;

const addPages = `
  insert into index_sample_pages (url_key, canonical_key, captured_at, release_id, slice, domain_rating, words, listed, language,
    domain, url, title, description, search)
  select url_key, canonical_key, captured_at, $1, $2, domain_rating, words, listed, language, domain, url, title, description,
    ${searchVector({ title: 'coalesce(title_pairs, title)', description: 'coalesce(description_pairs, description)' })}
  from sample_batch`;

// WAT files don't say whether a link is in the content. A null would take 8 bytes in every row.
const inContent = false;

const copyLinks = `copy index_sample_links (page_key, from_domain_key, to_key, to_domain_key, captured_at, release_id,
  domain_rating, position, dofollow, is_image, to_url, anchor, rel, in_content) from stdin`;

async function writeBatch(
  client: pg.Client,
  { release, file }: Place,
  pages: readonly WatPage[],
  ratings: Ratings,
): Promise<void> {
  const rows = pages.map((page) => rowsOf(page, release, ratings));
  await copy(client, 'copy sample_batch from stdin', rows.map(({ page }) => page).join(''));
  await client.query(addPages, [release, sliceOf(file)]);
  await client.query('truncate sample_batch');
  await copy(client, copyLinks, rows.map(({ links }) => links).join(''));
}

async function copy(client: pg.Client, statement: string, lines: string): Promise<void> {
  await pipeline([lines], client.query(from(statement)));
}

/** A page and its links, as lines for COPY. */
export function rowsOf(page: WatPage, release: number, ratings: Ratings): { page: string; links: string } {
  const { url, canonical, words, listed, language, title, description } = page;
  const domain = domainOf(url);
  const key = keyOf(url);
  const captured = captureOf(page).toISOString();
  const rating = ratings.get(domain) ?? -1;
  const fields = [
    ...[key, canonical === null ? null : keyOf(canonical), captured, rating, words, listed, language],
    ...[searchConfig(language), domain, url, title, description],
    // Null for all but a few pages: there is nothing to copy then.
    ...[pairsIfOther(title), pairsIfOther(description), inPairs(pathWords(url))],
  ];
  const source = `${key}\t${domainKeyOf(url)}`;
  return { page: line(fields), links: linkLines(page.links, source, `${captured}\t${release}\t${rating}`) };
}

function pairsIfOther(text: string): string | null {
  const pairs = inPairs(text);
  return pairs === text ? null : pairs;
}

/**
 * `source` and `facts` are what all links of a page share. Joins strings instead of calling `line`, which takes 82 µs for a page of 11 links,
 * twice as long: a tenth of all that a page costs.
 */
function linkLines(links: readonly WatLink[], source: string, facts: string): string {
  let lines = '';
  for (const { to, anchor, rel, dofollow, isImage, position } of links) {
    const target = `${keyOf(to)}\t${domainKeyOf(to)}`;
    const texts = `${escapedText(to)}\t${escapedText(anchor)}\t${rel}`;
    lines += `${source}\t${target}\t${facts}\t${position}\t${dofollow}\t${isImage}\t${texts}\t${inContent}\n`;
  }
  return lines;
}
