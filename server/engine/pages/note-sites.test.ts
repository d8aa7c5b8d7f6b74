import { expect, test } from 'vitest';
import { aliasOf } from './note-sites.ts';

interface Answer {
  url: string;
  /** Requested addresses that redirected, and those that did for good. */
  redirects?: string[];
  permanent?: string[];
  canonical?: string;
}

const aliasFor = (asked: string, { url, redirects = [], permanent = redirects, canonical = '' }: Answer) => {
  const moves = permanent.map((from) => ({ from, to: url }));
  return aliasOf(asked, { url, redirects, moves, facts: { canonical } as never });
};

const home = 'https://www.old.com/';

test.each<[string, string, Answer, ReturnType<typeof aliasFor>]>([
  ['its own home page', home, { url: home }, { domain: 'old.com', target: null, redirects: false }],
  [
    'a move to another site',
    home,
    { url: 'https://new.com/', redirects: [home] },
    { domain: 'old.com', target: 'new.com', redirects: true },
  ],
  [
    'a move to its page in a language',
    home,
    { url: 'https://new.com/en-us/', redirects: [home] },
    { domain: 'old.com', target: 'new.com', redirects: true },
  ],
  [
    'a move within the site',
    'http://old.com/',
    { url: home, redirects: ['http://old.com/'] },
    { domain: 'old.com', target: null, redirects: false },
  ],
  ['a temporary redirect', home, { url: 'https://new.com/', redirects: [home], permanent: [] }, undefined],
  ['a move to some page of another site', home, { url: 'https://new.com/lander', redirects: [home] }, undefined],
  ['a move to an address without a name', home, { url: 'http://10.0.0.1/', redirects: [home] }, undefined],
  [
    'a canonical home page',
    home,
    { url: home, canonical: 'https://new.com/' },
    { domain: 'old.com', target: 'new.com', redirects: false },
  ],
  [
    'a canonical that is some page',
    home,
    { url: home, canonical: 'https://new.com/story' },
    { domain: 'old.com', target: null, redirects: false },
  ],
  [
    'a canonical of the same site',
    home,
    { url: home, canonical: 'https://old.com/' },
    { domain: 'old.com', target: null, redirects: false },
  ],
  [
    'a canonical that is no URL',
    home,
    { url: home, canonical: 'javascript:alert(1)' },
    { domain: 'old.com', target: null, redirects: false },
  ],
  [
    'a host below the domain that moves',
    'https://shop.old.com/',
    { url: 'https://new.com/', redirects: ['https://shop.old.com/'] },
    undefined,
  ],
  ['a host below the domain that shows itself', 'https://shop.old.com/', { url: 'https://shop.old.com/' }, undefined],
  [
    'a blog on a platform that moves',
    'https://one.wordpress.com/',
    { url: 'https://new.com/', redirects: ['https://one.wordpress.com/'] },
    { domain: 'one.wordpress.com', target: 'new.com', redirects: true },
  ],
  ['a page that is not home', `${home}go/x`, { url: 'https://new.com/', redirects: [`${home}go/x`] }, undefined],
  ['a canonical on a page that is not home', `${home}a`, { url: `${home}a`, canonical: 'https://new.com/' }, undefined],
])('%s', (_name, asked, answer, alias) => {
  expect(aliasFor(asked, answer)).toEqual(alias);
});
