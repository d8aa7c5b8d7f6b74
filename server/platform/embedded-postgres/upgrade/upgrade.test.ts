import { expect, test } from 'vitest';
import { findDifferences } from './contents.ts';
import { newestOf } from './old-binaries.ts';

test('reports a copy with other numbers, but not tables left out on purpose', () => {
  const old = new Map([
    ['table public.backlinks', '10'],
    ['table public.notes', '3'],
    ['counter public.mailbox_id_seq', '7'],
    ['counter public.notes_id_seq', '3'],
  ]);
  const copy = new Map([
    ['table public.backlinks', '9'],
    ['counter public.mailbox_id_seq', 'unused'],
  ]);
  expect(findDifferences(old, copy, ['public.notes'])).toEqual([
    'table public.backlinks: 10 in the old one, 9 in the new one',
    'counter public.mailbox_id_seq: 7 in the old one, unused in the new one',
  ]);
  expect(findDifferences(old, copy, [])).toContain('table public.notes: 3 in the old one, missing in the new one');
  expect(findDifferences(old, old, [])).toEqual([]);
});

test('downloads the newest programs of a major version', () => {
  const versions = ['17.9.0-beta.17', '17.10.0-beta.15', '17.10.0-beta.17', '18.0.0-beta.15', '1.70.0'];
  expect(newestOf(versions, '17')).toBe('17.10.0-beta.17');
  expect(newestOf(versions, '16')).toBeUndefined();
});
