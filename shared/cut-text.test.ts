import { expect, onTestFinished, test, vi } from 'vitest';
import { cutAnchor, cutText } from './cut-text.ts';

test.each([
  ['', 3, ''],
  ['golf', 4, 'golf'],
  ['golfer', 4, 'golf...'],
  // An emoji of two units, a family of eleven, a flag of four, a letter with its accent apart.
  ['⛳🏌🏌🏌🏌', 4, '⛳🏌🏌🏌...'],
  ['👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 2, '👩‍👩‍👧‍👦👩‍👩‍👧‍👦...'],
  ['👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 2, '👩‍👩‍👧‍👦👩‍👩‍👧‍👦'],
  ['🇩🇪🇫🇷🇮🇹', 1, '🇩🇪...'],
  ['e\u0301te\u0301', 2, 'e\u0301t...'],
])('%j cut to %i is %j', (text, length, cut) => {
  expect(cutText(text, length)).toBe(cut);
});

test.each(['a', '⛳', '👍🏽', '👩‍👩‍👧‍👦'])(
  'an anchor of %s is left alone up to 100 of them and then cut to 80',
  (one) => {
    expect(cutAnchor(one.repeat(100))).toBe(one.repeat(100));
    expect(cutAnchor(one.repeat(101))).toBe(`${one.repeat(80)}...`);
  },
);

test('a browser without a Segmenter still never cuts an emoji in two', async () => {
  const { Segmenter } = Intl;
  onTestFinished(() => void Object.assign(Intl, { Segmenter }));
  Object.assign(Intl, { Segmenter: undefined });
  vi.resetModules();
  const { cutText: cutSimply } = await import('./cut-text.ts');
  expect(cutSimply('⛳🏌\n🏌🏌', 4)).toBe('⛳🏌\n🏌...');
  expect(cutSimply('golf', 4)).toBe('golf');
});
