// A call whose token the server refuses: through the real auth client, on the test's own network.
import { expect, test, vi } from 'vitest';
import { refuse, requestsTo, serve } from '../../test/server.ts';
import { keepSession, makeSession } from '../../test/session.ts';
import { callApi } from '../api.ts';
import { readSession, subscribeToSession } from '../session-source.ts';

const refreshes = () => requestsTo('POST /auth/v1/token');
const requests = () => requestsTo('GET /data/requests').map(({ headers }) => headers.get('authorization'));
const signedOut = () => Response.json({ error: 'signed-out', message: 'Please log in to continue.' }, { status: 401 });

/** Accepts only calls with this token. */
function serveOnly(token: () => string) {
  serve('GET /data/requests', ({ headers }) =>
    headers.get('authorization') === `Bearer ${token()}` ? Response.json(['mine']) : signedOut(),
  );
}

test('a visitor gets the error, and nothing is refreshed', async () => {
  serveOnly(() => 'nobody');
  await expect(callApi('GET /data/requests', {})).rejects.toMatchObject({ code: 'signed-out', status: 401 });
  expect(refreshes()).toHaveLength(0);
});

/** Only the session that a refresh returns is accepted. */
function serveFresh() {
  const fresh = makeSession({ refreshToken: 'refresh-2' });
  serveOnly(() => fresh.access_token);
  serve('POST /auth/v1/token', () => Response.json(fresh));
  return fresh;
}

test('a refused token is replaced once and the call repeated', async () => {
  const old = keepSession();
  const fresh = serveFresh();
  expect(await callApi('GET /data/requests', {})).toEqual(['mine']);
  expect(requests()).toEqual([`Bearer ${old}`, `Bearer ${fresh.access_token}`]);
  expect(refreshes().map(({ body }) => body)).toEqual([{ refresh_token: 'refresh-1' }]);
});

test('concurrent calls share one refresh', async () => {
  keepSession();
  serveFresh();
  const answers = await Promise.all(Array.from({ length: 8 }, () => callApi('GET /data/requests', {})));
  expect(answers).toEqual(Array.from({ length: 8 }, () => ['mine']));
  expect(refreshes()).toHaveLength(1);
});

test('an expired token is not even sent', async () => {
  keepSession({ secondsLeft: -100 });
  const fresh = serveFresh();
  await callApi('GET /data/requests', {});
  expect(requests()).toEqual([`Bearer ${fresh.access_token}`]);
  expect(refreshes()).toHaveLength(1);
});

test('does not refresh again if another tab replaces the token while the auth client loads', async () => {
  keepSession({ secondsLeft: -100 });
  let fresh = '';
  serveOnly(() => fresh);
  serve('POST /auth/v1/token', () => Response.json(makeSession({ refreshToken: 'refresh-3' })));
  const answer = callApi('GET /data/requests', {});
  fresh = keepSession({ refreshToken: 'refresh-2' });
  expect(await answer).toEqual(['mine']);
  expect(refreshes()).toHaveLength(0);
});

test('a session that cannot be refreshed ends', async () => {
  keepSession();
  serveOnly(() => 'another');
  serve('POST /auth/v1/token', () => refuse(400, 'refresh_token_not_found'));
  serve('POST /auth/v1/logout', () => new Response(null, { status: 204 }));
  const events = vi.fn();
  const stop = subscribeToSession(events);
  await expect(callApi('GET /data/requests', {})).rejects.toMatchObject({ code: 'signed-out' });
  expect(readSession()).toBeNull();
  expect(events).toHaveBeenCalledWith('SIGNED_OUT');
  stop();
});

test('refusing a brand-new token also ends the session', async () => {
  keepSession({ refreshToken: 'refresh-3' });
  serveOnly(() => 'another');
  serve('POST /auth/v1/token', () => Response.json(makeSession({ refreshToken: 'refresh-4' })));
  await expect(callApi('GET /data/requests', {})).rejects.toMatchObject({ code: 'signed-out' });
  expect(requests()).toHaveLength(2);
  expect(readSession()).toBeNull();
});
