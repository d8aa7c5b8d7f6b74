import { expect, test } from 'vitest';
import { believableText, believableTitle } from './believable.ts';
import { joinReply, plainText } from './verification/smtp/reply.ts';

// A golfer is two units of a string, and half of one in a row's JSON is refused with all other rows of the statement.
test.each([
  [believableTitle, 500],
  [believableText, 2_000],
])('%o keeps no half of a character where it cuts', (cut, most) => {
  expect(cut(`${'a'.repeat(most - 1)}🏌`)).toBe('a'.repeat(most - 1));
  expect(cut(`${'a'.repeat(most - 2)}🏌`)).toBe(`${'a'.repeat(most - 2)}🏌`);
  expect(cut('\0golf\ud83c')).toBe('golf\ufffd');
});

test('what a mail server says is cut the same way', () => {
  const reply = joinReply([{ code: 550, isLast: true, text: `${'a'.repeat(299)}🏌 is not here` }]);
  expect(reply && plainText(reply).isWellFormed()).toBe(true);
});
