import { expect, test } from 'vitest';
import { loadConfig } from '../platform/config.ts';
import { secondsLeft, signAddress } from './signed-address.ts';

const ctx = { config: loadConfig({ ZEUS_SECRET: 'a'.repeat(32) }) };
const start = new Date('2026-11-15T12:00:01Z');
const later = (minutes: number) => new Date(start.getTime() + minutes * 60_000);
const parts = (address: string) => {
  const { pathname, searchParams } = new URL(address, 'http://zeus');
  const name = pathname.split('/').at(-1) ?? '';
  return { name, until: searchParams.get('until') ?? '', signature: searchParams.get('signature') ?? '' };
};

test('a URL is valid for at least 15 and at most 30 minutes', () => {
  const given = parts(signAddress(ctx, 'a.webp', start));
  expect(secondsLeft(ctx, given, later(15))).toBeGreaterThan(0);
  expect(secondsLeft(ctx, given, later(30))).toBe(0);
});

test('it stays the same for a while, so that browsers cache the picture', () => {
  expect(signAddress(ctx, 'a.webp', later(14))).toBe(signAddress(ctx, 'a.webp', start));
  expect(signAddress(ctx, 'a.webp', later(16))).not.toBe(signAddress(ctx, 'a.webp', start));
});

test('it is valid only for its own picture, time and secret', () => {
  const given = parts(signAddress(ctx, 'a.webp', start));
  expect(secondsLeft(ctx, { ...given, name: 'b.webp' }, start)).toBe(0);
  expect(secondsLeft(ctx, { ...given, until: String(Number(given.until) + 900) }, start)).toBe(0);
  expect(secondsLeft(ctx, { ...given, until: `${given.until}.5` }, start)).toBe(0);
  const other = { config: loadConfig({ ZEUS_SECRET: 'b'.repeat(32) }) };
  expect(secondsLeft(other, given, start)).toBe(0);
});
