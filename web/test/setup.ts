// Runs around every test of the web app: no network, nothing left behind, and a stray console.error fails the test.
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { forgetChanges } from '../ui/replace-address.ts';
import { openTestNetwork } from './server.ts';

// The default of one second is too short on a busy machine.
configure({ asyncUtilTimeout: 20_000 });

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
