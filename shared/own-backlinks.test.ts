import { expect, test } from 'vitest';
import { readOwnBacklinks } from './own-backlinks.ts';

test.each([
  'golf',
  'ftp://example.com/',
  'javascript:alert(1)',
  'http://',
  'http://intranet/',
  'https://user:secret@example.com/',
  'https://user@example.com/',
  'https://exa mple.com/',
  'https://example.com,Title',
  'https://.com/',
  `https://example.com/${'x'.repeat(2_000)}`,
])('%s is not a valid URL', (text) => {
  expect(readOwnBacklinks(['https://example.com/', '', text])).toEqual({
    urls: ['https://example.com/'],
    bad: [{ line: 3, text: text.slice(0, 200) }],
    isCut: false,
  });
});

test.each([
  ['example.com/page', 'https://example.com/page'],
  ['www.Example.com', 'https://www.example.com/'],
  ['//example.com/x?y#z', 'https://example.com/x?y#z'],
  ['example.co.uk:8443', 'https://example.co.uk:8443/'],
  ['bücher.de/liste', 'https://xn--bcher-kva.de/liste'],
  ['HTTP://example.com', 'http://example.com/'],
])('%s becomes %s', (text, url) => {
  expect(readOwnBacklinks([text])).toEqual({ urls: [url], bad: [], isCut: false });
});

test.each([
  '4.5',
  '12',
  '192.168.0.1',
  'v1.2.3',
  'me@example.com',
  'mailto:me@example.com',
  '/path/to.page',
  'golf.',
  '.com',
])('%s gets no scheme', (text) => {
  expect(readOwnBacklinks([text])).toMatchObject({ urls: [], bad: [{ line: 1, text }] });
});

test('URLs are trimmed, normalized and deduplicated', () => {
  const lines = [
    ' https://Example.com ',
    '',
    'https://example.com/',
    'http://a.localhost:8080/x?y=1',
    '\thttp://é.example/',
  ];
  expect(readOwnBacklinks(lines)).toEqual({
    urls: ['https://example.com/', 'http://a.localhost:8080/x?y=1', 'http://xn--9ca.example/'],
    bad: [],
    isCut: false,
  });
});

test('a refused URL is bad on every line and in every spelling', () => {
  const lines = ['https://a.example/', 'https://B.example', 'x', 'https://b.example/'];
  expect(readOwnBacklinks(lines, (url) => (url === 'https://b.example/' ? 'not-public' : undefined))).toEqual({
    urls: ['https://a.example/'],
    bad: [
      { line: 2, text: 'https://B.example', reason: 'not-public' },
      { line: 3, text: 'x' },
      { line: 4, text: 'https://b.example/', reason: 'not-public' },
    ],
    isCut: false,
  });
});

test('repeated lines are read once, and reading stops after too many different ones', () => {
  const lines = Array.from({ length: 30_000 }, (_, index) => `https://site${index % 50}.example/`);
  expect(readOwnBacklinks(lines)).toMatchObject({ urls: { length: 50 }, bad: [], isCut: false });
  const different = lines.map((line, index) => line + index);
  expect(readOwnBacklinks(different)).toMatchObject({ urls: { length: 10_000 }, isCut: true });
});
