import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { recordedRequests, serve } from '../../test/server.ts';
import { keepSession, makeSession } from '../../test/session.ts';
import { forgetSession } from '../session-source.ts';
import { authFetch, fetchWithBackOff } from './refresh-fetch.ts';

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

/** Advances time until the promise settles; returns its outcome and the time it took. */
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

/** One lock, as all tabs share it. */
function fakeLocks() {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  return {
    request(name: string, ...rest: [Act] | [LockOptions, Act]) {
      const act = rest.at(-1) as Act;
      if (rest.length === 2 && waiting > 0) return Promise.resolve(act(null));
      waiting += 1;
      last = last
        .then(() => act({ name, mode: 'exclusive' }))
        .finally(() => {
          waiting -= 1;
        });
      return last;
    },
  };
}

type Act = (lock: Lock | null) => Promise<unknown>;

describe('within one check', () => {
  test('an unreachable server is tried ten times', async () => {
    const ask = vi.fn<() => Promise<Response>>().mockRejectedValue(new TypeError('no route'));
    const { value, took } = await settle(fetchWithBackOff(ask));
    expect(value).toBeNull();
    expect(ask).toHaveBeenCalledTimes(10);
    expect(took).toBeLessThan(10_000);
  });

  test.each([408, 409, 429, 500, 502, 503, 504])('retries after %i', async (status) => {
    const ask = vi.fn(async () => new Response('{}', { status }));
    expect((await settle(fetchWithBackOff(ask))).value).toBeNull();
    expect(ask).toHaveBeenCalledTimes(10);
  });

  test.each([400, 403])('%i is final and not retried', async (status) => {
    const ask = vi.fn(async () => new Response('{}', { status }));
    expect((await settle(fetchWithBackOff(ask))).value?.status).toBe(status);
    expect(ask).toHaveBeenCalledTimes(1);
  });
});

describe('a refresh', () => {
  test('survives an outage of minutes', async () => {
    keepSession({ refreshToken: 'mine' });
    let isBack = false;
    serve(`POST ${path}`, () => (isBack ? Response.json(makeSession()) : new Response('', { status: 502 })));
    const answer = refreshWith('mine');
    await vi.advanceTimersByTimeAsync(300_000);
    expect(recordedRequests.length).toBeGreaterThan(250);
    expect(recordedRequests.length).toBeLessThanOrEqual(310);
    isBack = true;
    const { value, took } = await settle(answer);
    expect(value?.ok).toBe(true);
    expect(took).toBeLessThanOrEqual(10_000);
  });

  test('gives up if the session ends meanwhile', async () => {
    keepSession({ refreshToken: 'mine' });
    serve(`POST ${path}`, () => new Response('', { status: 502 }));
    const answer = refreshWith('mine');
    await vi.advanceTimersByTimeAsync(5_000);
    forgetSession();
    expect((await settle(answer)).error).toBeInstanceOf(TypeError);
  });

  test('takes what another tab has fetched meanwhile, without asking the server', async () => {
    keepSession({ refreshToken: 'newer' });
    const answer = await refreshWith('older');
    expect(await answer.json()).toMatchObject({ refresh_token: 'newer' });
    expect(recordedRequests).toHaveLength(0);
  });

  describe('of several tabs', () => {
    beforeEach(() => {
      Object.defineProperty(navigator, 'locks', { configurable: true, value: fakeLocks() });
    });
    afterEach(() => {
      Reflect.deleteProperty(navigator, 'locks');
    });

    test('releases the lock for the next tab only once the new session is stored', async () => {
      keepSession({ refreshToken: 'mine' });
      serve(`POST ${path}`, () => Response.json(makeSession({ refreshToken: 'newer' })));
      const [first, second] = [refreshWith('mine'), refreshWith('mine')];
      await settle(first);
      await vi.advanceTimersByTimeAsync(500);
      keepSession({ refreshToken: 'newer' });
      expect(await (await settle(second)).value?.json()).toMatchObject({ refresh_token: 'newer' });
      expect(recordedRequests).toHaveLength(1);
    });

    test('waits for a session that another tab has stored and this one does not see yet', async () => {
      keepSession({ refreshToken: 'mine' });
      void navigator.locks.request('zeus.session.refresh', () => new Promise((resolve) => setTimeout(resolve, 1_000)));
      const answer = refreshWith('mine');
      await vi.advanceTimersByTimeAsync(1_400);
      keepSession({ refreshToken: 'newer' });
      expect(await (await settle(answer)).value?.json()).toMatchObject({ refresh_token: 'newer' });
      expect(recordedRequests).toHaveLength(0);
    });

    test('asks the server if the other tab got no answer', async () => {
      keepSession({ refreshToken: 'mine' });
      serve(`POST ${path}`, () => Response.json(makeSession()));
      void navigator.locks.request('zeus.session.refresh', () => new Promise((resolve) => setTimeout(resolve, 1_000)));
      const { value, took } = await settle(refreshWith('mine'));
      expect(value?.ok).toBe(true);
      expect(took).toBeLessThanOrEqual(1_600);
      expect(recordedRequests).toHaveLength(1);
    });
  });

  test('waits while the machine is offline', async () => {
    keepSession({ refreshToken: 'mine' });
    serve(`POST ${path}`, () => Response.json(makeSession()));
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const answer = refreshWith('mine');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(recordedRequests).toHaveLength(0);
    online.mockReturnValue(true);
    window.dispatchEvent(new Event('online'));
    expect((await settle(answer)).value?.ok).toBe(true);
  });
});

test('other calls pass straight through', async () => {
  serve(`POST ${path}`, () => new Response('{}', { status: 503 }));
  const answer = await authFetch(`${path}?grant_type=password`, { method: 'POST', body: '{}' });
  expect(answer.status).toBe(503);
  expect(recordedRequests).toHaveLength(1);
});
