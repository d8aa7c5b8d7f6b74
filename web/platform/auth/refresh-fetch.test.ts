import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { asked, serve } from '../../test/server.ts';
import { keepSession, makeSession } from '../../test/session.ts';
import { askPatiently, authFetch } from './refresh-fetch.ts';

const path = '/auth/v1/token';
const url = `${path}?grant_type=refresh_token`;
const refreshWith = (token: string) =>
  authFetch(url, { method: 'POST', body: JSON.stringify({ refresh_token: token }) });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Lets time pass until the promise settles; gives its outcome and the time it took. */
async function settle<Value>(promise: Promise<Value>) {
  const from = Date.now();
  let outcome: { value?: Value; error?: unknown } | undefined;
  promise.then(
    (value) => {
      outcome = { value };
    },
    (error: unknown) => {
      outcome = { error };
    },
  );
  while (!outcome) await vi.advanceTimersByTimeAsync(50);
  return { ...outcome, took: Date.now() - from };
}

describe('a passing fault', () => {
  test('is tried ten times within one check, then handed on', async () => {
    const ask = vi.fn<() => Promise<Response>>().mockRejectedValue(new TypeError('no route'));
    const { error, took } = await settle(askPatiently(ask));
    expect(error).toBeInstanceOf(TypeError);
    expect(ask).toHaveBeenCalledTimes(10);
    expect(took).toBeLessThan(10_000);
  });

  test('ends with the first good answer', async () => {
    const ask = vi.fn<() => Promise<Response>>(async () => Response.json({ ok: true }));
    ask.mockRejectedValueOnce(new TypeError('no route')).mockResolvedValueOnce(new Response(null, { status: 502 }));
    const { value } = await settle(askPatiently(ask));
    expect(value?.ok).toBe(true);
    expect(ask).toHaveBeenCalledTimes(3);
  });

  test.each([408, 409, 429])('%i never reaches the client, which would end the session', async (status) => {
    const { value } = await settle(askPatiently(async () => new Response('{}', { status })));
    expect(value?.status).toBe(503);
  });
});

test.each([400, 403])('%i is a refusal and is not tried again', async (status) => {
  const ask = vi.fn(async () => new Response('{}', { status }));
  const { value } = await settle(askPatiently(ask));
  expect(value?.status).toBe(status);
  expect(ask).toHaveBeenCalledTimes(1);
});

test('other calls go straight through', async () => {
  serve(`POST ${path}`, () => new Response('{}', { status: 503 }));
  const answer = await authFetch(`${path}?grant_type=password`, { method: 'POST', body: '{}' });
  expect(answer.status).toBe(503);
  expect(asked).toHaveLength(1);
});

test('what another tab has fetched meanwhile is the answer, and the server is not asked', async () => {
  keepSession({ refreshToken: 'newer' });
  const answer = await refreshWith('older');
  expect(await answer.json()).toMatchObject({ refresh_token: 'newer' });
  expect(asked).toHaveLength(0);
});

test('nothing is tried while the machine is offline', async () => {
  keepSession({ refreshToken: 'mine' });
  serve(`POST ${path}`, () => Response.json(makeSession()));
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const answer = refreshWith('mine');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(0);
  online.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  expect((await settle(answer)).value?.ok).toBe(true);
});
