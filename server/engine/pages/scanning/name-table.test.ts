import { describe, expect, test } from 'vitest';
import { characterCodes } from './character-codes.ts';
import { createNameTable } from './name-table.ts';

describe('createNameTable', () => {
  const names = ['a', 'abbr', 'article', 'aside', 'b', 'data-src', 'h1', 'h2', 'http-equiv', 'xml:lang'];
  const table = createNameTable(names);
  const find = (text: string) => {
    const codes = characterCodes(text);
    const index = table.find(codes, 0, text.length);
    return index;
  };

  test('finds every name, in upper case too', () => {
    expect(names.map(find)).toEqual(names.map((_, index) => index));
    expect(find('ARTICLE')).toBe(2);
    expect(find('Data-Src')).toBe(5);
  });

  test.each(['', 'ab', 'articles', 'h3', 'é', 'http-equivalent', 'a'.repeat(300)])('does not know "%s"', (name) => {
    expect(find(name)).toBe(-1);
  });

  test('refuses names it could not tell apart', () => {
    expect(() => createNameTable(['table', 'tacle'])).toThrow(RangeError);
  });
});
