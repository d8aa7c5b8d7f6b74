import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { replaceAddress } from './replace-address.ts';

const turnTo = (page: number) => replaceAddress((address) => address.searchParams.set('page', String(page)));

/** When the URL was changed, in ms. */
let changes: number[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  window.history.replaceState(null, '', '/list');
  changes = [];
  const replace = window.history.replaceState.bind(window.history);
  vi.spyOn(window.history, 'replaceState').mockImplementation((...given) => {
    changes.push(Date.now());
    replace(...given);
  });
});

afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

test('a change is visible at once', () => {
  for (const page of [2, 3, 4]) {
    turnTo(page);
    expect(window.location.search).toBe(`?page=${page}`);
  }
});

test('a key held for two minutes stays far below 100 changes in 30 seconds, and the URL has the last page', () => {
  for (let page = 1; page <= 3_600; page += 1) {
    turnTo(page);
    vi.advanceTimersByTime(33);
  }
  vi.advanceTimersByTime(1_000);
  expect(window.location.search).toBe('?page=3600');
  const within30s = changes.map((at) => changes.filter((other) => other >= at && other < at + 30_000).length);
  expect(Math.max(...within30s)).toBeLessThanOrEqual(71);
});

test('a delayed change is written before a reload, and dropped on another page', () => {
  for (let page = 1; page <= 50; page += 1) turnTo(page);
  expect(window.location.search).toBe('?page=40');
  window.dispatchEvent(new Event('pagehide'));
  expect(window.location.search).toBe('?page=50');
  turnTo(51);
  window.history.pushState(null, '', '/other');
  vi.advanceTimersByTime(1_000);
  expect(window.location.href).toMatch(/\/other$/);
});
