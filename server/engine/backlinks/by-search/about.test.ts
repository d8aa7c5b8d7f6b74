import { expect, test } from 'vitest';
import { distinctWords, isAbout } from './about.ts';

test.each([
  ['Best Golf Courses In America', 'The golf course of the year, and where to play', true],
  ['Best Golf Courses In America', 'The best mortgage in the north', false],
  ['zzyzx qqqq', 'A blog, a guide and some tips', false],
  ['golf', 'Golfing in the rain', true],
  ['golf', 'Garden golems', false],
  ['the who', 'The band and who was in it', true],
  ['AI', 'What AI can do', true],
  ['Golfplätze an der Nordsee', 'Unsere Golfplätze im Überblick', true],
  ['ゴルフ場 おすすめ', '全国のゴルフ場を紹介します', true],
  ['東京のゴルフ場', '東京でおすすめのゴルフ場を紹介します', true],
  ['東京のゴルフ場', '全国の温泉を紹介します', false],
  ['สนามกอล์ฟ กรุงเทพ', 'รวมสนามกอล์ฟที่ดีที่สุด', true],
  ['ゴルフ場', '全国の温泉を紹介します', false],
])('%s: "%s" is a match: %s', (keyword, text, expected) => {
  expect(isAbout(keyword, distinctWords(text))).toBe(expected);
});

test('keeps only the first words of an endless text', () => {
  const words = distinctWords(Array.from({ length: 100_000 }, (_, n) => `word${n} again`).join(' '));
  expect(words.length).toBeLessThanOrEqual(12_000);
  expect(words).toMatch(/^word0 again word1 word2 /);
});

test.each([0, 1])('cuts off no half of a character, shifted by %i', (shift) => {
  const words = distinctWords('a'.repeat(shift) + '𝐠'.repeat(7_000));
  expect(words.isWellFormed()).toBe(true);
  expect(words.length).toBe(12_000 - shift);
});
