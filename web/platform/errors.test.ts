import { expect, test, vi } from 'vitest';
import { environment, reportError, setErrorReporter } from './errors.ts';

test.each([
  ['localhost', 'development'],
  ['golf.localhost', 'development'],
  ['zeus.example', 'production'],
  ['127.0.0.1', 'production'],
])('%s is %s', (hostname, expected) => {
  expect(environment(hostname)).toBe(expected);
});

test('errors from before the reporter is loaded are passed on later, at most ten', () => {
  vi.spyOn(window.location, 'hostname', 'get').mockReturnValue('zeus.example');
  for (let i = 0; i < 30; i += 1) reportError(new Error(`fault ${i}`));
  const received: unknown[] = [];
  setErrorReporter((error) => received.push(error));
  expect(received).toHaveLength(10);
  reportError('one more', { componentStack: 'at App' });
  expect(received.at(-1)).toBe('one more');
  setErrorReporter(null);
});
