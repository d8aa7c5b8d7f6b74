// A worker that has run for days has compiled so many patterns that V8 no longer optimizes new ones, and then compiles some of
// them wrongly. This test forces that from the start, before any of our patterns is compiled.
import v8 from 'node:v8';
import { afterAll, expect, test } from 'vitest';

v8.setFlagsFromString('--no-regexp-optimization');
afterAll(() => v8.setFlagsFromString('--regexp-optimization'));

const { readPage } = await import('../pages/read-page.ts');
const { readPeople } = await import('./read-people.ts');
const { findAuthors } = await import('../authors/find-authors.ts');
const { findAddresses } = await import('../emails/find-addresses.ts');

const url = 'https://golfweekly.example/imprint';

test.each([
  ['Geschäftsführer: Dr. Max Müller', 'Max Müller'],
  ['Verantwortlich für den Inhalt nach § 18 MStV: Petra Schmidt', 'Petra Schmidt'],
  ['DIRECTEUR DE LA PUBLICATION : Jean-Luc Martin', 'Jean-Luc Martin'],
  ['Editor-in-chief: Jane Porter', 'Jane Porter'],
  ['My name is Jane Porter.', 'Jane Porter'],
])('%s', (line, name) => {
  expect(readPeople(readPage(`<p>${line}</p>`, url), 'imprint').map((person) => person.name)).toEqual([name]);
});

test('finds authors and addresses too', () => {
  const facts = readPage(
    '<article><h1>Greens</h1><p class="byline">Written By: Jane Porter</p><p>Jane [AT] golf-weekly [DOT] com</p></article>',
    'https://golfweekly.example/2026/03/greens-of-the-north',
  );
  expect(findAuthors(facts).map(({ name }) => name)).toEqual(['Jane Porter']);
  expect(findAddresses(facts).map(({ address }) => address)).toEqual(['jane@golf-weekly.com']);
});
