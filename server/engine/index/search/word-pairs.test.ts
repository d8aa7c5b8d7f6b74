import { expect, test } from 'vitest';
import { inPairs, queryOf, searchedPairs, wordsWithin } from './word-pairs.ts';

test('text in scripts without spaces is indexed in pairs of characters', () => {
  expect(inPairs('Best golf courses – здесь, 골프')).toBe('Best golf courses – здесь, 골프');
  expect(inPairs('ゴルフ場')).toBe(' ゴル ルフ フ場 ');
  expect(inPairs('SEO対策、茶。')).toBe('SEO 対策 、 茶 。');
});

test('a single character is searched only if there is nothing else', () => {
  expect(searchedPairs('PC用 ゴルフ')).toBe('PC ゴル ルフ');
  expect(searchedPairs('茶')).toBe('茶');
});

test.each([
  ['golf', ['golf']],
  ['ゴルフ場', ['ゴルフ場']],
  ['東京のおすすめゴルフ場', ['東京', 'おすすめ', 'ゴルフ場']],
  ['北京的高尔夫球场', ['北京', '高尔夫', '球场']],
  ['สนามกอล์ฟ', ['สนาม', 'กอล์ฟ']],
  ['seo対策', ['seo', '対策']],
  ['pc用', ['pc']],
  ['茶', ['茶']],
  ['の', ['の']],
])('the words of %s are %j', (keyword, words) => expect(wordsWithin(keyword)).toEqual(words));

test.each([
  ['golf', 'golf'],
  ['茶', '茶'],
  ['対策', '対策'],
  ['pc用', 'pc'],
  ['seo対策', '(seo <-> 対策)'],
  ['ゴルフ場', '(ゴル <-> ルフ <-> フ場)'],
])('%s is searched as %s', (word, query) => expect(queryOf(word)).toBe(query));
