import { expect, test } from 'vitest';
import { readKeywords, readTerms, termsProblem } from './targeting.ts';

test('words are separated by commas or lines, trimmed, and listed once', () => {
  expect(readTerms(' walking, "public course" ,\n-Casino;WALKING,, ')).toEqual(['walking', 'public course', 'Casino']);
  expect(readTerms('')).toEqual([]);
  expect(readTerms('”, “ " ,-')).toEqual([]);
});

test.each([
  [{ include: Array.from({ length: 11 }, (_, n) => `w${n}`) }, 'include', 'Enter at most 10 words or phrases.'],
  [{ exclude: ['x'.repeat(61)] }, 'exclude', 'A word or phrase can have at most 60 characters.'],
  [{ include: ['golf'], exclude: ['Golf'] }, 'exclude', 'You both include and exclude “Golf”.'],
  [{ exclude: ['best'] }, 'exclude', 'Your keyword contains “best”, so nothing would be left.'],
  [{ exclude: ['golf courses'] }, 'exclude', 'Your keyword contains “golf courses”, so nothing would be left.'],
  [
    { include: ['a b c d e f g h i j', 'k l m n o p q r s t', 'u v w x y z 1 2 3 4'] },
    'include',
    'read up to 32 words',
  ],
])('%j is a problem of the field %s', (terms, field, message) => {
  expect(termsProblem('best golf courses', { include: [], exclude: [], ...terms })).toMatchObject({
    field,
    message: expect.stringContaining(message),
  });
});

test('an excluded word that is only a part of a word of the keyword is fine', () => {
  expect(termsProblem('golf courses', { include: ['walking'], exclude: ['course', 'gol'] })).toBeNull();
});

test.each([
  ['東京のゴルフ場', { exclude: ['ゴルフ'] }, 'Your keyword contains “ゴルフ”, so nothing would be left.'],
  ['golf', { include: ['สนามกอล์ฟ'], exclude: ['กอล์ฟ'] }, 'You both include and exclude “กอล์ฟ”.'],
])('%s and %j clash in a script without spaces', (keyword, terms, message) => {
  expect(termsProblem(keyword, { include: [], ...terms })).toEqual({ field: 'exclude', message });
});

test('keywords: one per line, tidied, each once', () => {
  expect(readKeywords(' golf \n\nGolf\r\nbest  courses\n')).toEqual(['golf', 'best courses']);
});
