import { expect, test } from 'vitest';
import { pageSignalsOf } from './page-signals.ts';

test('a page with more links than anyone reads', () => {
  expect(pageSignalsOf({ words: 900, outgoing: 151 })).toEqual([{ name: 'many-links', fact: '151' }]);
  expect(pageSignalsOf({ words: 900, outgoing: 150 })).toEqual([]);
});

test('a page with hardly any text', () => {
  expect(pageSignalsOf({ words: 20, outgoing: 3 })).toEqual([{ name: 'thin', fact: '20' }]);
});
