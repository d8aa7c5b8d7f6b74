// The finder against the truth of the practice web: of what is really there, how much is found, and is anything wrong?
import { request } from 'node:http';
import { beforeAll, expect, test } from 'vitest';
import { type Truth, truthOf } from '../../practice/truth.ts';
import { practiceForTests } from '../test/practice-web.ts';
import { findAuthors } from './authors/find-authors.ts';
import { findAddresses } from './emails/find-addresses.ts';
import { readPage } from './pages/read-page.ts';

const practice = practiceForTests();
let truth: Truth;
const found = new Map<string, { authors: string[]; addresses: string[] }>();

beforeAll(async () => {
  truth = truthOf(practice.world, practice.port);
  const feeds = truth.addresses.flatMap(({ found: spots }) => spots.map((spot) => spot.url));
  const urls = [...new Set([...truth.pages.map((page) => page.url), ...feeds])];
  for (const url of urls) {
    const facts = readPage(await textOf(url), url);
    found.set(url, {
      authors: findAuthors(facts).map((author) => author.name),
      addresses: findAddresses(facts).map((one) => one.address),
    });
  }
}, 120_000);

/** *.localhost is not known to every resolver, so the host is given by hand. */
function textOf(url: string): Promise<string> {
  const { host, pathname, search, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path: pathname + search, headers: { host } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => resolve(Buffer.concat(chunks).toString()));
      answer.on('error', reject);
    });
    asked.on('error', reject).end();
  });
}

/** Counts what was found right, found wrong and missed over all pages, and names the last two. */
function compare(pages: { url: string; expected: string[]; got: string[] }[]) {
  const wrong: string[] = [];
  const missed: string[] = [];
  let right = 0;
  for (const { url, expected, got } of pages) {
    right += got.filter((one) => expected.includes(one)).length;
    wrong.push(...got.filter((one) => !expected.includes(one)).map((one) => `${one} at ${url}`));
    missed.push(...expected.filter((one) => !got.includes(one)).map((one) => `${one} at ${url}`));
  }
  return { precision: right / (right + wrong.length), recall: right / (right + missed.length), wrong, missed };
}

const foundAt = (url: string) => found.get(url) ?? { authors: [], addresses: [] };

test('authors: precision at least 0.99, recall at least 0.97', () => {
  const articles = truth.pages.filter((page) => page.kind === 'article');
  const { precision, recall, wrong, missed } = compare(
    articles.map(({ url, authors }) => ({ url, expected: authors, got: foundAt(url).authors })),
  );
  expect(articles.length).toBeGreaterThan(300);
  expect(precision, wrong.join('\n')).toBeGreaterThanOrEqual(0.99);
  expect(recall, missed.join('\n')).toBeGreaterThanOrEqual(0.97);
});

test('addresses: precision at least 0.99, recall at least 0.98, every hiding form above 0.9', () => {
  const spots = truth.addresses.flatMap(({ address, found: places }) => places.map((place) => ({ address, ...place })));
  const there = Map.groupBy(
    spots.filter((spot) => spot.expect === 'find'),
    (spot) => spot.url,
  );
  const pages = [...found].map(([url, { addresses }]) => ({
    url,
    expected: [...new Set((there.get(url) ?? []).map((spot) => spot.address))],
    got: addresses,
  }));
  const { precision, recall, wrong, missed } = compare(pages);
  expect(precision, wrong.join('\n')).toBeGreaterThanOrEqual(0.99);
  expect(recall, missed.join('\n')).toBeGreaterThanOrEqual(0.98);
  const forms = Map.groupBy([...there.values()].flat(), (spot) => spot.form);
  expect(forms.size).toBeGreaterThan(30);
  for (const [form, places] of forms) {
    const seen = places.filter((place) => foundAt(place.url).addresses.includes(place.address));
    expect(seen.length / places.length, form).toBeGreaterThan(0.9);
  }
});

test('no honeypot is harvested, and no picture is read', () => {
  const never = new Set(truth.honeypots.map((pot) => pot.address));
  const harvested = [...found.values()].flatMap(({ addresses }) => addresses.filter((address) => never.has(address)));
  expect(harvested).toEqual([]);
  const pictures = truth.addresses.filter(({ found: places }) => places.every((place) => place.form === 'image'));
  const seen = new Set([...found.values()].flatMap(({ addresses }) => addresses));
  expect(pictures.filter(({ address, found: places }) => places.length > 0 && seen.has(address))).toEqual([]);
});
