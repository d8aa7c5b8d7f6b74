import { expect, test } from 'vitest';
import type { CreditEntry } from '../../../shared/credit-entry.ts';
import { groupEntries } from './group-entries.ts';

let made = 0;
const entry = (more: Partial<CreditEntry>): CreditEntry => {
  made += 1;
  return {
    id: made,
    kind: 'backlink',
    delta: -1,
    reason: `${made}`,
    ...{ label: 'Golf', item: null, campaign_id: null, refund: null },
    created_at: '2026-11-15T10:00:00Z',
    ...more,
  };
};

test('entries of a day for the same thing become one line, both kinds side by side', () => {
  const groups = groupEntries([entry({}), entry({ kind: 'email' }), entry({ delta: -4 }), entry({ label: 'Tennis' })]);
  expect(groups.map(({ label, backlink, email }) => [label, backlink, email])).toEqual([
    ['Golf', -5, -1],
    ['Tennis', -1, 0],
  ]);
});

test('another day is another line, and added credits are not offset against used ones', () => {
  const groups = groupEntries([entry({}), entry({ delta: 3 }), entry({ created_at: '2026-11-13T10:00:00Z' })]);
  expect(groups.map(({ backlink }) => backlink)).toEqual([-1, 3, -1]);
  expect(new Set(groups.map(({ key }) => key)).size).toBe(3);
});
