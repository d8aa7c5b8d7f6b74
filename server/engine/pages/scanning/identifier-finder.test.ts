import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { characterCodes } from './character-codes.ts';
import { createIdentifierFinder } from './identifier-finder.ts';

const POST = 1;
const NAV = 2;
const BY = 4;

describe('createIdentifierFinder', () => {
  const find = createIdentifierFinder([
    [POST, 'post-?(author|meta)'],
    [NAV, '-(site|page)?-?nav#'],
    [BY, '-by#', 'byline'],
  ]);
  const bitsOf = (names: string) => find(characterCodes(names), 0, names.length);

  test.each(['post-author', 'post_author', 'postAuthor', 'PostAuthor', 'post__author', 'POST_META', 'the-postmeta2'])(
    'reads %s in its style',
    (name) => {
      expect(bitsOf(name)).toBe(POST);
    },
  );

  test.each([
    ['nav', NAV],
    ['nav2', NAV],
    ['mainNav', NAV],
    ['--site_nav--', NAV],
    ['navigation', 0],
    ['supernav', 0],
    ['2nav', 0],
    ['byte', 0],
    ['bylines', BY],
    ['nav by', NAV | BY],
    ['post author', 0],
    ['pagenav\tby', NAV | BY],
    ['', 0],
    ['日本-nav', NAV],
  ])('looks at whole words: "%s"', (names, bits) => {
    expect(bitsOf(names)).toBe(bits);
  });

  test('reads only its part of a page', () => {
    const html = '<p class="nav by">';
    expect(find(characterCodes(html), html.indexOf('by'), html.indexOf('by') + 2)).toBe(BY);
  });

  test('finds what regular expressions find', () => {
    const part = fc.constantFrom('post', 'Post', 'author', 'nav', 'Nav', 'by', 'line', 'site', '-', '_', '1', ' ', 'x');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 10 }), (parts) => {
        const names = parts.join('').split(' ').map(plain);
        const has = (pattern: RegExp) => names.some((name) => pattern.test(name));
        const expected =
          (has(/post-?(?:author|meta)/) ? POST : 0) |
          (has(/-(?:site|page)?-?nav(?![a-z])/) ? NAV : 0) |
          (has(/-by(?![a-z])|byline/) ? BY : 0);
        expect(bitsOf(parts.join(''))).toBe(expected);
      }),
    );
  });
});

/** With a hyphen for every separator. */
function plain(name: string): string {
  return `-${name.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase()}`.replace(/[-_]+/g, '-');
}
