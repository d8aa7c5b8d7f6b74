import { expect, test } from 'vitest';
import { memoizeTexts } from './memoize-texts.ts';

test('each text is asked once, also when nothing was found; so many are kept; long ones never', () => {
  const asked: string[] = [];
  const ask = memoizeTexts(2, (text) => {
    asked.push(text);
    return text.startsWith('no') ? null : text.toUpperCase();
  });
  expect(['jane', 'none', 'jane', 'none'].map(ask)).toEqual(['JANE', null, 'JANE', null]);
  expect(asked).toEqual(['jane', 'none']);
  expect(['max', 'jane'].map(ask)).toEqual(['MAX', 'JANE']);
  expect(asked).toEqual(['jane', 'none', 'max', 'jane']);
  const long = 'a'.repeat(101);
  expect([ask(long), ask(long)]).toEqual([long.toUpperCase(), long.toUpperCase()]);
  expect(asked.filter((text) => text === long)).toHaveLength(2);
});
