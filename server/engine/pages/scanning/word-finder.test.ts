import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { characterCodes } from './character-codes.ts';
import { createWordFinder } from './word-finder.ts';

describe('createWordFinder', () => {
  const finder = createWordFinder([
    [1, ['author', 'auto', 'by']],
    [2, ['thor', 'menu']],
    [4, ['ü']],
  ]);

  test.each([
    ['', 0],
    ['autor', 1],
    ['AUTHOR', 3],
    ['author-box', 3],
    ['auth menu', 2],
    ['tho r', 0],
    ['fÜr', 4],
    ['日本', 0],
  ])('tells the groups in "%s"', (text, groups) => {
    expect(finder.inText(text)).toBe(groups);
  });

  test('reads a part of a page without a substring', () => {
    const text = 'by <p class="x menu">';
    const codes = characterCodes(text);
    expect(finder.inCodes(codes, 4, text.length)).toBe(2);
    expect(finder.inCodes(codes, 4, 14)).toBe(0);
  });

  test('recognizes word boundaries like regular expressions do', () => {
    const words = createWordFinder([[1, ['#by#', '#von#', '#b#']]]);
    const part = fc.constantFrom('by', 'von', 'b', 'y', ' ', '-', '_', 'é', '1', 'B', 'vo', 'n');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const text = parts.join('');
        expect(words.inText(text) !== 0).toBe(/\b(?:by|von|b)\b/i.test(text));
      }),
    );
  });

  test('treats punctuation in its words as boundaries too', () => {
    const words = createWordFinder([
      [1, ['#by#', '#b#']],
      [2, ['(b', 'y-', '((']],
    ]);
    const part = fc.constantFrom('by', 'b', 'y', '(', '-', ' ', '_', 'é');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const text = parts.join('');
        const expected = (/\b(?:by|b)\b/.test(text) ? 1 : 0) | (/\(b|y-|\(\(/.test(text) ? 2 : 0);
        expect(words.inText(text)).toBe(expected);
      }),
    );
  });

  test('finds what a regular expression of the same words finds', () => {
    const list = ['ab', 'abc', 'bcd', 'ca', 'dd', 'cab'];
    const many = createWordFinder([[1, list]]);
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd', 'e'), maxLength: 20 }), (text) => {
        expect(many.inText(text) !== 0).toBe(list.some((word) => text.includes(word)));
      }),
    );
  });
});
