import { expect, test } from 'vitest';
import { toWebVtt } from './captions.ts';

test('each caption stays until the next, the last one until the end', () => {
  const captions = [
    { text: 'Enter a keyword.', at: 100.25 },
    { text: 'Start.', at: 165 },
  ];
  expect(toWebVtt(captions, { begin: 100, end: 170.5 })).toBe(
    'WEBVTT\n\n00:00.250 --> 01:05.000\nEnter a keyword.\n\n01:05.000 --> 01:10.500\nStart.\n',
  );
});
