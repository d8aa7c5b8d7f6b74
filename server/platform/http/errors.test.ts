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
  expect(answer.headers.get('retry-after')).toBeNull();
});

test.each([
  ['the database is away', Object.assign(new Error('starting up'), { code: '57P03' }), '2'],
  ['a limit is reached', new AppError('too-many-requests', 'Wait.', { retryAfterSeconds: 6.2 }), '7'],
])('when %s, the response says when to retry', async (_what, error, seconds) => {
  const log = { error: () => undefined } as unknown as Log;
  const app = new Hono().onError(handleError(log)).get('/', () => {
    throw error;
  });
  expect((await app.request('/')).headers.get('retry-after')).toBe(seconds);
});
