import { expect, test } from 'vitest';
import { anonymousText } from './reply.ts';

const sender = 'probe@zeus.example';
const record = (text: string, recipient: string) =>
  anonymousText({ code: 550, enhanced: '5.1.1', lines: [text] }, { recipient, sender });

test.each([
  ['No such user Mia.Roy here', 'mia.roy@golf.example', '5.1.1 No such user … here'],
  ['<mia.roy@golf.example>: mia.roy unknown', 'mia.roy@golf.example', '5.1.1 <…>: … unknown'],
  ['mia@other.example and probe@zeus.example', 'jo@golf.example', '5.1.1 … and probe@zeus.example'],
  ['information: no info@', 'info@golf.example', '5.1.1 information: no …@'],
  // An occurrence that begins within one that is part of a word.
  ['xa-a-a is unknown', 'a-a@golf.example', '5.1.1 xa-… is unknown'],
  ['a-a-a is unknown', 'a-a@golf.example', '5.1.1 …-a is unknown'],
  ['𝒜mia and mia𝒜, but mia', 'mia@golf.example', '5.1.1 𝒜mia and mia𝒜, but …'],
  ['a (b)', 'a@golf.example', '5.1.1 a (b)'],
])('%s, to %s, is recorded without names', (text, recipient, expected) => {
  expect(record(text, recipient)).toBe(expected);
});
