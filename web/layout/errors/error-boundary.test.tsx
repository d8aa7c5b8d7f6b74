import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setErrorReporter } from '../../platform/errors.ts';
import { ErrorBoundary } from './error-boundary.tsx';

const reporter = vi.fn();

function Broken(): never {
  throw new TypeError('the table has no rows');
}

beforeEach(() => {
  setErrorReporter(reporter);
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

afterEach(() => {
  setErrorReporter(null);
  reporter.mockReset();
  vi.unstubAllGlobals();
  // React prints every caught error; that is expected here.
  vi.spyOn(console, 'error').mockClear();
});

test('replaces a failed view by the error and its component stack', () => {
  render(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  );
  expect(screen.getByRole('heading', { name: 'An Error Occurred' })).toBeTruthy();
  const details = document.querySelector('pre')?.textContent;
  expect(details).toContain('TypeError: the table has no rows');
  expect(details).toContain('Broken');
  expect(screen.getByRole('button', { name: 'Reload page' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Back to campaigns' }).getAttribute('href')).toBe('/');
});

test.each([
  ['zeus.example', 1],
  ['app.localhost', 0],
])('on %s it is reported %i times', (hostname, times) => {
  vi.stubGlobal('location', { hostname });
  render(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  );
  expect(reporter).toHaveBeenCalledTimes(times);
});

test('another page gets another chance', () => {
  const { rerender } = render(
    <ErrorBoundary resetKey="/a">
      <Broken />
    </ErrorBoundary>,
  );
  rerender(<ErrorBoundary resetKey="/b">All is well</ErrorBoundary>);
  expect(screen.getByText('All is well')).toBeTruthy();
});
