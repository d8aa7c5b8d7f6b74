// A stray console.error fails the test it happens in.
import { beforeEach, expect, onTestFinished, vi } from 'vitest';

beforeEach(() => {
  const errors = vi.spyOn(globalThis.console, 'error');
  // Registered first, so it runs last, after everything has been closed.
  onTestFinished(() => {
    expect(errors).not.toHaveBeenCalled();
    errors.mockRestore();
  });
});
