import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { formatDateTime, formatDay, formatDuration, formatLongDate, formatTimeAgo } from './dates.ts';
import { countOf, formatMoney, formatNumber } from './figures.ts';

test('no other file formats numbers or dates, which would use the browser’s language', () => {
  const root = path.resolve(import.meta.dirname, '../..');
  const files = globSync('**/*.{ts,tsx}', { cwd: root, exclude: ['**/*.test.*', 'ui/values/*'] });
  expect(files.length).toBeGreaterThan(100);
  const offenders = files.filter((file) =>
    /toLocale\w*String|localeCompare|Intl\./.test(readFileSync(path.join(root, file), 'utf8')),
  );
  expect(offenders).toEqual([]);
});

test('numbers and dates are English', () => {
  const date = new Date('2026-12-15T12:00:00Z');
  expect([formatNumber(30_000), countOf(1_374, 'backlink')]).toEqual(['30,000', '1,374 backlinks']);
  expect(formatMoney(2_950, 'usd')).toBe('$29.50');
  expect([formatLongDate(date), formatDay('2026-12-01')]).toEqual(['December 15, 2026', 'Dec 1']);
  expect(formatDateTime(date)).toMatch(/^Dec 1[56], 2026, \d+:\d\d:00\s[AP]M$/);
  const ago = (ms: number) => formatTimeAgo(date, date.getTime() + ms);
  expect([ago(0), ago(7_200_000), ago(86_400_000)]).toEqual(['just now', '2 hours ago', 'yesterday']);
  expect(ago(8 * 86_400_000)).toBe('Dec 15, 2026');
});

test('durations show hours from one hour on, and are never negative', () => {
  const durations = [-3_600_000, 9_000, 245_000, 3_601_000, 36_061_000].map(formatDuration);
  expect(durations).toEqual(['0:00', '0:09', '4:05', '1:00:01', '10:01:01']);
});
