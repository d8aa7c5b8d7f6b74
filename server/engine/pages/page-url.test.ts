import { expect, test } from 'vitest';
import { domainOf, toPageUrl } from './page-url.ts';

test.each([
  ['mailto:a@a.example', null],
  ['javascript:void(0)', null],
  ['ftp://a.example/', null],
  ['https://user:pass@a.example/', null],
  [`https://a.example/${'x'.repeat(2_100)}`, null],
  ['HTTPS://A.example:443/a/../b?utm_source=x&id=1&fbclid=2#top', 'https://a.example/b?id=1'],
  ['https://a.example/?utm_medium=mail', 'https://a.example/'],
  ['/b?x=1', 'https://base.example/b?x=1'],
  ['/b/../c/./d', 'https://base.example/c/d'],
  ['//other.example/b', 'https://other.example/b'],
  ['/\t/other.example/b', 'https://other.example/b'],
  ['/\\other.example/b', 'https://other.example/b'],
  ['http://other.example', 'http://other.example/'],
  ['https:b', 'https://base.example/b'],
  ['b', 'https://base.example/b'],
])('%s is kept as %s', (href, expected) => expect(toPageUrl(href, 'https://base.example/a')).toBe(expected));

test.each([
  ['https://www.bbc.co.uk/a', 'bbc.co.uk'],
  ['https://one.blogspot.com/', 'one.blogspot.com'],
  ['http://golf.localhost:8080/', 'golf.localhost'],
  ['http://93.184.216.34/', '93.184.216.34'],
])('%s belongs to %s', (url, domain) => expect(domainOf(url)).toBe(domain));
