// Pages are read on the main thread, so none may take long: not one that repeats what a pattern backtracks over, nor one whose many
// people, links or addresses would each be compared with all others. CPU time is measured, because machines are busy. Each of these
// pages once took at least eight times the limit, most of them minutes.
import { expect, test } from 'vitest';
import { findAuthors } from './authors/find-authors.ts';
import { findAddresses } from './emails/find-addresses.ts';
import { linksToDomain } from './link-proof/links-to.ts';
import { checkPage } from './link-proof/page-check.ts';
import { readPage } from './pages/read-page.ts';
import { readPeople } from './people/read-people.ts';

const limitSeconds = 3;
const url = 'https://golf.example/2026/03/greens-of-the-north';
const many = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => make(i)).join('');
const data = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;
const scripts = (code: string) => `<script>mailto "@";${code}</script>`.repeat(60);
const links = (count: number) => many(count, (i) => `<a href="https://x.com/jane${i}">x</a>`);
const profiles = Array.from({ length: 40_000 }, (_, i) => `/${i}`);

const pages: [string, () => string][] = [
  ['a feed title of spaces', () => `<link rel="alternate" type="rss" href="/f" title="x${' '.repeat(150_000)}x">`],
  ['a job title of commas', () => data({ '@type': 'Person', name: 'Jane Doe', jobTitle: `x${','.repeat(150_000)}x` })],
  ['a string without an end', () => scripts(`"${'\\"'.repeat(19_000)}`)],
  ['a pattern without an end', () => scripts(`x=/${'\\/'.repeat(19_000)}`)],
  ['a text that a script splits again and again', () => scripts(`"jane@golf.example"${'.split("")'.repeat(18)}`)],
  ['a text that a script makes longer', () => scripts(`a="@x"${'.replace(/x/g,"xxxxxxxxxxxxxxxx")'.repeat(7)}`)],
  ['quoted addresses', () => many(25_000, (i) => `'jane${i}@golf.com' ${'=('.repeat(15)} `)],
  ['people in sentences', () => links(4_000) + '<p>My name is Jane Doe.</p>'.repeat(4_000)],
  [
    'one person many times',
    () =>
      data({ '@type': 'Person', '@id': 'x', name: 'Jane Doe', sameAs: profiles }) +
      data(Array(500).fill({ '@type': 'Person', '@id': 'x' })).repeat(4),
  ],
  [
    'links at the start of a long text',
    () => `<p>${many(4_900, (i) => `<a href="https://example.org/${i}">x</a>`)}${'Yes. '.repeat(100_000)}`,
  ],
];

test.each(pages)('%s', { timeout: 600_000 }, (_name, make) => {
  const html = make();
  const started = process.threadCpuUsage();
  const facts = readPage(html, url);
  findAuthors(facts);
  readPeople(facts, 'team');
  findAddresses(facts);
  linksToDomain({ facts, nofollow: false }, 'example.org');
  checkPage({ url, status: 200, robotsHeader: '', facts });
  const { user } = process.threadCpuUsage(started);
  expect(user / 1_000_000).toBeLessThan(limitSeconds);
});
