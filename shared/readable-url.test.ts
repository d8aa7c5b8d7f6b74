import { expect, test } from 'vitest';
import { readableUrl } from './readable-url.ts';

const page = (path: string) => `https://site.example/${path}`;

test.each([
  ['%E9%95%B7%E3%81%84-%e8%a8%98%e4%ba%8b', '長い-記事'],
  ['%D9%85%D8%B1%D8%AD%D8%A8%D8%A7?q=%C3%BC', 'مرحبا?q=ü'],
  ['a%20b%2Fc%3Fd', 'a%20b%2Fc%3Fd'],
  // A bidi override, a zero-width space and a no-break space.
  ['%C3%BC%E2%80%AEgpj%E2%80%8B%C2%A0', 'ü%E2%80%AEgpj%E2%80%8B%C2%A0'],
  // Latin-1, and UTF-8 that ends in the middle of a letter.
  ['caf%E9', 'caf%E9'],
  ['%E9%95', '%E9%95'],
])('%s is shown as %s', (path, shown) => {
  expect(readableUrl(page(path))).toBe(page(shown));
});
