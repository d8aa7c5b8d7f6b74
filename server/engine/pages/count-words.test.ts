import { expect, test } from 'vitest';
import { countWords, countWordsIn } from './count-words.ts';

test.each([
  ['', 0],
  [' ', 0],
  ['One two  three ', 3],
  ["It's 20 % off.", 4],
  ['Überall – auch здесь', 4],
  // With spaces, like English.
  ['좋은 골프장 목록', 3],
  ['日本のゴルフ場', 4],
  ['日本の、ゴルフ場。', 4],
  ['Golf場のＴＯＰ 10！', 4],
  ['สนามกอล์ฟ', 5],
])('%j has %i words', (text, words) => expect(countWords(text)).toBe(words));

test('counts no further than needed', () => {
  const blocks = Array.from({ length: 10 }, () => ({ text: 'one two three' }));
  expect(countWordsIn(blocks)).toBe(30);
  expect(countWordsIn(blocks, 4)).toBe(6);
});
