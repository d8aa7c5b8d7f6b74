import { expect, test } from 'vitest';
import { wordsOfPattern } from './word-patterns.ts';

test.each([
  ['author', ['author']],
  ['by|byline', ['by', 'byline']],
  ['posts?', ['post', 'posts']],
  ['entry-(meta|info)', ['entry-meta', 'entry-info']],
  ['(pre)?view', ['view', 'preview']],
  ['a(b|c(d|e)?)?', ['a', 'ab', 'ac', 'acd', 'ace']],
])('reads %s', (pattern, words) => {
  expect(wordsOfPattern(pattern)).toEqual(words);
});

test.each(['entry)', '(entry', 'a(b|c'])('refuses %s', (pattern) => {
  expect(() => wordsOfPattern(pattern)).toThrow(SyntaxError);
});
