import { expect, test } from 'vitest';
import { hasWords } from './has-words.ts';

test.each([
  ['The best golf courses', 'Golf', true],
  ['The best golf courses', 'golf courses', true],
  ['The best golf courses', 'course', false],
  ['Golf, and nothing else', 'golf and', true],
  ['Ｇｏｌｆ', 'golf', true],
  ['東京でおすすめのゴルフ場10選', 'ゴルフ場', true],
  ['東京でおすすめのゴルフ場10選', '温泉', false],
  ['東京のｺﾞﾙﾌ場', 'ゴルフ場', true],
  ['北京高尔夫球场推荐', '高尔夫', true],
  ['รวมสนามกอล์ฟที่ดีที่สุด', 'กอล์ฟ', true],
  ['รวมสนามกอล์ฟที่ดีที่สุด', 'โรงแรม', false],
  ['中古iPhone修理のご案内', 'iPhone', true],
  ['中古iPhone修理のご案内', 'phone', false],
  ['中古iPhone修理のご案内', 'iPhone修理', true],
  ['हिन्दी में गोल्फ', 'गोल्फ', true],
])('"%s" has %s: %s', (text, term, expected) => {
  expect(hasWords(text, { include: [term] })).toBe(expected);
  expect(hasWords(text, { exclude: [term] })).toBe(!expected);
});

test('all included terms and no excluded one', () => {
  const text = 'ゴルフ場とホテルの予約';
  expect(hasWords(text, { include: ['ゴルフ場', 'ホテル'] })).toBe(true);
  expect(hasWords(text, { include: ['ゴルフ場', '温泉'] })).toBe(false);
  expect(hasWords(text, { include: ['ゴルフ場'], exclude: ['ホテル'] })).toBe(false);
  expect(hasWords(text, {})).toBe(true);
});
