import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startRefreshLoop } from './refresh-loop.ts';

let isDue = false;
let finish: (() => void) | undefined;
const refresh = vi.fn<() => Promise<void>>();
let stop: () => void;

function become(state: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(() => {
  vi.useFakeTimers();
  isDue = false;
  refresh.mockReset().mockImplementation(
    () =>
      new Promise((resolve) => {
        finish = resolve;
      }),
  );
  stop = startRefreshLoop({ isDue: () => isDue, refresh });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

test('does nothing while nothing is due', async () => {
  await vi.advanceTimersByTimeAsync(60_000);
  expect(refresh).not.toHaveBeenCalled();
});

test('checks every ten seconds', async () => {
  isDue = true;
  await vi.advanceTimersByTimeAsync(9_999);
  expect(refresh).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(refresh).toHaveBeenCalledTimes(1);
});

test('does not start a second refresh while one is under way', async () => {
  isDue = true;
  await vi.advanceTimersByTimeAsync(40_000);
  expect(refresh).toHaveBeenCalledTimes(1);
  finish?.();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(refresh).toHaveBeenCalledTimes(2);
});

test('pauses on a hidden page and checks immediately when it becomes visible', async () => {
  become('hidden');
  isDue = true;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(refresh).not.toHaveBeenCalled();
  become('visible');
  expect(refresh).toHaveBeenCalledTimes(1);
});

test('checks immediately when the connection is back, and never again after the end', async () => {
  isDue = true;
  window.dispatchEvent(new Event('online'));
  expect(refresh).toHaveBeenCalledTimes(1);
  finish?.();
  stop();
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(refresh).toHaveBeenCalledTimes(1);
});
