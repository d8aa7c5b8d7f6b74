// Runs around every test of the web app: no network, nothing left behind, and a stray console.error fails the test.
import { cleanup, configure, getConfig } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { forgetChanges } from '../ui/replace-address.ts';
import { computeStylesQuickly } from './quick-styles.ts';
import { openTestNetwork } from './server.ts';
import './timers-wait-for-a-page.ts';

// The default of one second is too short on a busy machine. An attempt that fails while waiting doesn't print the whole
// document: that took about 8 % of the time of these tests. The last one does.
const { getElementError } = getConfig();
configure({
  asyncUtilTimeout: 20_000,
  getElementError: (message, container) =>
    isAttempt() ? new Error(message ?? '') : getElementError(message, container),
});

function isAttempt(): boolean {
  const config: object = getConfig();
  return '_disableExpensiveErrorDiagnostics' in config && config._disableExpensiveErrorDiagnostics === true;
}

computeStylesQuickly();

// What is left once a test has removed its stubs: nothing may reach a network.
globalThis.fetch = () => Promise.reject(new TypeError('no network in tests'));

beforeEach(() => {
  forgetChanges();
  openTestNetwork();
  vi.spyOn(console, 'error');
});

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  // Screens keep state in the URL.
  window.history.replaceState(null, '', '/');
  const stray = vi.spyOn(console, 'error').mock.calls;
  vi.restoreAllMocks();
  expect(stray).toEqual([]);
});
