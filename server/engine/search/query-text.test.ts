import { expect, test } from 'vitest';
import { queryText } from './query-text.ts';

const keyword = 'golf courses';

test.each([
  [{ keyword }, 'golf courses'],
  [{ keyword, include: ['walking', 'tee time'] }, 'golf courses "walking" "tee time"'],
  [{ keyword, exclude: ['casino', 'mini golf', 'C++'] }, 'golf courses -casino -"mini golf" -"C++"'],
  [{ keyword, footprint: 'guest-posts' as const }, 'golf courses "write for us"'],
  [{ keyword, footprint: 'resources' as const, exclude: ['tv'] }, 'golf courses intitle:"resources" -tv'],
  [{ keyword: 'Best golf courses', footprint: 'best' as const }, 'Best golf courses'],
  [
    { keyword, footprint: 'alternatives' as const, place: { country: 'de', language: 'de' } as const },
    'golf courses intitle:"Alternativen"',
  ],
])('%j', (terms, text) => {
  expect(queryText(terms)).toBe(text);
});
