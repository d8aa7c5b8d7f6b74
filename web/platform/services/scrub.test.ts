import { expect, test } from 'vitest';
import { scrubText, scrubUrl } from './scrub.ts';

const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';

test.each([
  ['GET https://zeus.example/verify?token=abc123#x failed', 'GET https://zeus.example/verify failed'],
  ['no answer for /files/a.jpg?signature=abc', 'no answer for /files/a.jpg'],
  [`Authorization: Bearer ${jwt}`, 'Authorization: [FILTERED] [FILTERED]'],
  [`sent Bearer abc`, 'sent Bearer [FILTERED]'],
  [`got ${jwt}`, 'got [FILTERED]'],
  ['{"password":"hunter2","page":1}', '{"password":"[FILTERED]","page":1}'],
  ['access_token=abc&type=signup', 'access_token=[FILTERED]&type=signup'],
  ['refresh_token: "r-1"', 'refresh_token: "[FILTERED]"'],
  ['could not write to mia@golf.example today', 'could not write to [EMAIL] today'],
  [`key ${'k'.repeat(40)}`, 'key [FILTERED]'],
  ['row 0192f0c5-7a52-7cc1-9d6f-4a3f8e1b2c3d is gone', 'row 0192f0c5-7a52-7cc1-9d6f-4a3f8e1b2c3d is gone'],
  [
    "TypeError: Cannot read properties of undefined (reading 'map')",
    "TypeError: Cannot read properties of undefined (reading 'map')",
  ],
  ['What? Why / how?', 'What? Why / how?'],
])('%s becomes %s', (text, scrubbed) => {
  expect(scrubText(text)).toBe(scrubbed);
});

test('shortens a text only after removing its secrets', () => {
  expect(scrubText(`${'a b '.repeat(100)}`)).toHaveLength(200);
});

test.each([
  ['/login?token=secret#access_token=x', '/login'],
  ['https://elsewhere.example/a?b=c', 'https://elsewhere.example/a'],
  ['http://[', '[unknown]'],
])('the address %s becomes %s', (address, scrubbed) => {
  expect(scrubUrl(address)).toBe(scrubbed);
});
