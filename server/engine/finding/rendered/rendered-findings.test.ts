import { expect, test } from 'vitest';
import { readPage } from '../../pages/read-page.ts';
import { findOnRendered, isSamePage, peopleOnRendered, renderedFindings } from './rendered-findings.ts';

const url = 'https://bramblepost.com/story';
const find = (html: string, at = url) => findOnRendered(readPage(html, at));

test('finds authors, addresses and links to pages about the site’s people', () => {
  const found = find(`<nav><a href="/team">Our team</a></nav><article><h1>A story</h1>
    <p class="byline">By <a rel="author" href="/author/ines-ortega">Ines Ortega</a></p><p>Words.</p>
    <p>Write to ines@bramblepost.com.</p></article>`);
  expect(found).toMatchObject({
    url,
    authors: [{ name: 'Ines Ortega', url: 'https://bramblepost.com/author/ines-ortega' }],
    addresses: [
      { address: 'ines@bramblepost.com', kind: 'personal', evidence: { snippet: 'Write to ines@bramblepost.com.' } },
    ],
    links: [{ url: 'https://bramblepost.com/team', kind: 'team' }, { kind: 'author' }],
  });
  const [author] = found ? peopleOnRendered(found, 'authors') : [];
  expect(author).toMatchObject({ firstName: 'Ines', lastName: 'Ortega' });
  expect(author?.evidence[0]).toMatchObject({ page: url, rendered: true });
});

test('a page without any of them has no findings', () => {
  expect(find('<p>Nothing here.</p>')).toBeNull();
});

test('keeps little of a hostile page, in a form that can be read again', () => {
  const long = 'Ä'.repeat(600);
  const givenNames = ['Anna', 'Ben', 'Clara', 'David', 'Emma', 'Frank', 'Greta', 'Henry', 'Irene', 'James'];
  const people = givenNames.flatMap((given) =>
    ['Archer', 'Baker', 'Cooper', 'Draper'].map((family) => ({
      ...{ '@type': 'Person', name: `${given} ${family}`, jobTitle: `Editor ${long}`, image: `/${long}.png` },
      sameAs: [`https://linkedin.com/in/${long}`, `https://twitter.com/${given}`],
    })),
  );
  const data = { '@type': 'BlogPosting', headline: 'A', author: people, contributor: people };
  const lines = Array.from(
    { length: 3_000 },
    (_, i) => `<p>${long.slice(0, 300)} a${i}@bramblepost.com &#0;\ud800</p>`,
  );
  const links = Array.from(
    { length: 3_000 },
    (_, i) => `<a href="/${i}/about?${long}">About us</a><a href="/${i}/team">Team</a>`,
  );
  const found = find(
    `<script type="application/ld+json">${JSON.stringify(data)}</script><nav>${links.join('')}</nav>${lines.join('')}`,
  );
  expect(JSON.stringify(found).length).toBeLessThan(60_000);
  expect(renderedFindings.parse(JSON.parse(JSON.stringify(found)))).toEqual(found);
  expect([found?.people.length, found?.addresses.length, found?.links.length]).toEqual([10, 20, 8]);
  expect(find('<a href="/team">Team</a>', `${url}?${'x'.repeat(1_000)}`)).toBeNull();
});

test.each([
  ['https://www.bramblepost.com/story/?ref=1', true],
  ['https://bramblepost.com/story#top', true],
  ['https://bramblepost.com/', false],
  ['https://bramblepost.com/login?next=/story', false],
  ['https://otherpost.com/story', false],
])('a browser at %s shows the same page: %s', (at, isSame) => {
  const empty = { authors: [], people: [], addresses: [], links: [] };
  expect(isSamePage({ ...empty, url: at }, url)).toBe(isSame);
});
