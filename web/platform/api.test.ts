import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { keepSession } from '../test/session.ts';
import { callApi } from './api.ts';

const fetchStub = vi.fn<typeof fetch>();

beforeEach(() => vi.stubGlobal('fetch', fetchStub));
afterEach(() => {
  vi.unstubAllGlobals();
  fetchStub.mockReset();
});

function sentHeaders() {
  return new Headers(fetchStub.mock.calls[0]?.[1]?.headers);
}

describe('refusals', () => {
  test("carries the server's code and message", async () => {
    fetchStub.mockResolvedValue(Response.json({ error: 'not-found', message: 'No such campaign.' }, { status: 404 }));
    const refusal = { name: 'ApiError', code: 'not-found', message: 'No such campaign.', status: 404 };
    await expect(callApi('GET /data/requests', {})).rejects.toMatchObject(refusal);
  });

  test('an answer that is not from our server gets a code of its own', async () => {
    fetchStub.mockResolvedValue(new Response('<html>', { status: 502 }));
    await expect(callApi('GET /data/requests', {})).rejects.toMatchObject({ code: 'unexpected-answer', status: 502 });
  });

  test('success without JSON is an error', async () => {
    fetchStub.mockResolvedValue(new Response('<html>'));
    await expect(callApi('GET /data/requests', {})).rejects.toMatchObject({ code: 'unexpected-answer', status: 200 });
  });

  test('distinguishes a lost connection from an aborted call', async () => {
    fetchStub.mockRejectedValue(new TypeError('fetch failed'));
    await expect(callApi('GET /data/requests', {})).rejects.toMatchObject({ code: 'offline', status: 0 });
    const aborted = callApi('GET /data/requests', { signal: AbortSignal.abort() });
    await expect(aborted).rejects.toBeInstanceOf(TypeError);
  });
});

describe('a call with a time limit', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('is abandoned and aborted if there is no answer', async () => {
    fetchStub.mockReturnValue(new Promise(() => {}));
    const refused = expect(callApi('GET /data/requests', { timeoutMs: 5_000 })).rejects.toMatchObject({
      code: 'timeout',
    });
    await vi.advanceTimersByTimeAsync(5_000);
    await refused;
    expect(fetchStub.mock.calls[0]?.[1]?.signal?.aborted).toBe(true);
  });

  test('is abandoned if the answer does not end', async () => {
    fetchStub.mockResolvedValue(new Response(new ReadableStream()));
    const refused = expect(callApi('GET /data/requests', { timeoutMs: 5_000 })).rejects.toMatchObject({
      code: 'timeout',
    });
    await vi.advanceTimersByTimeAsync(5_000);
    await refused;
  });

  test('leaves no timer behind once it is answered', async () => {
    fetchStub.mockResolvedValue(Response.json({ type: 'ok' }));
    await expect(callApi('GET /data/requests', { timeoutMs: 5_000 })).resolves.toEqual({ type: 'ok' });
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('calls', () => {
  test("send the user's token and a JSON body", async () => {
    const token = keepSession();
    fetchStub.mockResolvedValue(Response.json({ type: 'ok' }));
    const answer = await callApi('POST /api/campaign/new', { body: { keyword: 'golf' } });
    expect(answer).toEqual({ type: 'ok' });
    expect(sentHeaders().get('authorization')).toBe(`Bearer ${token}`);
    expect(sentHeaders().get('content-type')).toBe('application/json');
    expect(fetchStub.mock.calls[0]?.[1]?.body).toBe('{"keyword":"golf"}');
  });

  test('send no token for a visitor, and 204 needs no body', async () => {
    fetchStub.mockResolvedValue(new Response(null, { status: 204 }));
    await expect(callApi('GET /data/requests', {})).resolves.toBeUndefined();
    expect(sentHeaders().has('authorization')).toBe(false);
  });
});

test('the compiler rejects calls the server does not answer', () => {
  // Never runs: `npm run check` fails if one of these compiles.
  const refused = () => [
    // @ts-expect-error: no such method
    callApi('POST /data/requests', {}),
    // @ts-expect-error: a path parameter is missing
    callApi('GET /data/requests/{id}', {}),
    // @ts-expect-error: the body has no such field
    callApi('PATCH /data/requests/{id}', { params: { id: 'a' }, body: { name: 'golf' } }),
    // @ts-expect-error: the query has no such value
    callApi('GET /data/backlinks', { query: { campaignId: 'a', keep: 'maybe' } }),
    // @ts-expect-error: the response has no such field
    callApi('GET /data/profiles/me', {}).then(({ balance }) => balance),
    // @ts-expect-error: it answers with a file
    callApi('GET /data/campaigns/{id}/backlinks.csv', { params: { id: 'a' } }),
  ];
  expect(refused).toBeTypeOf('function');
});
