// A stray console.error fails the test it happens in.
import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest';

let errors: MockInstance;

beforeEach(() => {
  errors = vi.spyOn(globalThis.console, 'error');
});

afterEach(() => {
  expect(errors).not.toHaveBeenCalled();
  errors.mockRestore();
});
