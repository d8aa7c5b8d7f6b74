import { expect, test } from 'vitest';
import { environment } from './errors.ts';

test.each([
  ['localhost', 'development'],
  ['golf.localhost', 'development'],
  ['zeus.example', 'production'],
  ['127.0.0.1', 'production'],
])('%s is %s', (hostname, expected) => {
  expect(environment(hostname)).toBe(expected);
});
