import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { AppError, type ErrorCode } from '../../../shared/errors.ts';
import type { Log } from '../log.ts';
import { handleError } from './errors.ts';

test.each<[ErrorCode, number, boolean]>([
  ['unexpected', 500, true],
  ['database-unavailable', 503, true],
  ['could-not-look', 503, false],
  ['not-found', 404, false],
])('%s answers %i; logged as a failure of ours: %s', async (code, status, isLogged) => {
  const logged: unknown[] = [];
  const log = { error: (...said: unknown[]) => logged.push(said) } as unknown as Log;
  const app = new Hono().onError(handleError(log)).get('/', () => {
    throw new AppError(code, 'What happened.');
  });
  const answer = await app.request('/');
  expect([answer.status, await answer.json()]).toEqual([status, { error: code, message: 'What happened.' }]);
  expect(logged.length > 0).toBe(isLogged);
  expect(answer.headers.get('retry-after')).toBe(code === 'database-unavailable' ? '2' : null);
});
