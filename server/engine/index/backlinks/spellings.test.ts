import { expect, test } from 'vitest';
import { spellings } from './spellings.ts';

test('a page: http or https, with or without www and a trailing slash', () => {
  const all = ['http', 'https'].flatMap((scheme) =>
    ['golf.example', 'www.golf.example'].flatMap((host) =>
      ['/tips?page=2', '/tips/?page=2'].map((end) => `${scheme}://${host}${end}`),
    ),
  );
  for (const url of all) {
    const found = spellings(url);
    expect(found[0]).toBe(url);
    expect(found.toSorted()).toEqual(all.toSorted());
  }
});

test('a home page always ends with a slash', () => {
  expect(spellings('https://golf.example/')).toHaveLength(4);
});

test.each([
  ['another subdomain has no other host', 'https://blog.golf.example/', ['http://blog.golf.example/']],
  ['nor has an IP address', 'https://192.0.2.1/', ['http://192.0.2.1/']],
  ['another port has no other scheme', 'http://golf.example:8080/', ['http://www.golf.example:8080/']],
  [
    'a domain with letters of its own',
    'https://xn--bcher-kva.example/',
    ['https://www.xn--bcher-kva.example/', 'http://xn--bcher-kva.example/', 'http://www.xn--bcher-kva.example/'],
  ],
])('%s', (_what, url, others) => {
  expect(spellings(url).slice(1).toSorted()).toEqual(others.toSorted());
});
