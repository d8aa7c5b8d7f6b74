import { expect, test } from 'vitest';
import { readOwnBacklinks } from './own-backlinks.ts';

test.each([
  'golf',
  'example.com/page',
  'ftp://example.com/',
  'javascript:alert(1)',
  'http://',
  'http://intranet/',
  'https://user:secret@example.com/',
  'https://user@example.com/',
  'https://exa mple.com/',
  `https://example.com/${'x'.repeat(2_000)}`,
])('%s is no web address', (text) => {
  expect(readOwnBacklinks(['https://example.com/', '', text])).toEqual({
    urls: ['https://example.com/'],
    bad: [{ line: 3, text: text.slice(0, 200) }],
  });
});

test('addresses are trimmed, spelled one way and taken once', () => {
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
  });
});
