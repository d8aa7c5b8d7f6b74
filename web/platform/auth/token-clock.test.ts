import { afterEach, expect, test, vi } from 'vitest';
import { keepSession } from '../../test/session.ts';
import { readSession, type Session } from '../session-source.ts';
import { noteFreshToken, timeLeftMs } from './token-clock.ts';

afterEach(() => {
  vi.useRealTimers();
});

function freshSession(secondsLeft: number): Session {
  keepSession({ secondsLeft });
  const session = readSession();
  if (!session) throw new Error('no session was kept');
  return session;
}

const hours = (n: number) => n * 3_600_000;
const nearly = (ms: number) => [ms - 2_000, ms + 2_000] as const;

test.each([0, 2, -2])('a new token is valid for an hour even if the clock is %i hours off', (off) => {
  const session = freshSession(3600);
  vi.useFakeTimers({ now: Date.now() + hours(off) });
  noteFreshToken(session);
  const [least, most] = nearly(hours(1));
  expect(timeLeftMs(session)).toBeGreaterThan(least);
  expect(timeLeftMs(session)).toBeLessThan(most);
  vi.advanceTimersByTime(hours(1) + 5_000);
  expect(timeLeftMs(session)).toBeLessThan(0);
});

test('a known token is not mistaken for a new one', () => {
  vi.useFakeTimers();
  const session = freshSession(3600);
  noteFreshToken(session);
  vi.advanceTimersByTime(hours(0.5));
  noteFreshToken(session);
  expect(timeLeftMs(session)).toBeLessThan(nearly(hours(0.5))[1]);
});
