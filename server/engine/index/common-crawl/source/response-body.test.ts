import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { unlessSilent } from './response-body.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Two chunks; the second arrives after so many seconds. */
async function* chunks(seconds: number) {
  yield Buffer.from('one');
  if (seconds > 0) await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  yield Buffer.from('two');
}

test('a reader that is busy is not mistaken for a silent server', async () => {
  const onSilence = vi.fn();
  const body = unlessSilent(chunks(0), 2_000, onSilence);
  await body.next();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(String((await body.next()).value)).toBe('two');
  expect((await body.next()).done).toBe(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(onSilence).not.toHaveBeenCalled();
});

test.each([
  [1, 0],
  [3, 1],
])('a pause of %d seconds is reported %d times if two are allowed', async (seconds, times) => {
  const onSilence = vi.fn();
  const body = unlessSilent(chunks(seconds), 2_000, onSilence);
  await body.next();
  const next = body.next();
  await vi.advanceTimersByTimeAsync(seconds * 1_000);
  await next;
  expect(onSilence).toHaveBeenCalledTimes(times);
  await body.return(undefined);
});
