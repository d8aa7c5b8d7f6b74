import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { signIn } from '../test/app.tsx';
import { serve } from '../test/server.ts';
import { keepSession, makeSession } from '../test/session.ts';
import { keepDraft } from './drafts.ts';
import { createQueryClient } from './query.ts';
import { SessionProvider, signOut, useSession } from './session.tsx';
import { readSession, sessionStorageKey } from './session-source.ts';

function Who() {
  const { status, user } = useSession();
  return <p>{`${status} ${user?.email ?? ''}`}</p>;
}

function renderWho() {
  const client = createQueryClient();
  const { unmount } = render(
    <QueryClientProvider client={client}>
      <SessionProvider>
        <Who />
      </SessionProvider>
    </QueryClientProvider>,
  );
  return { client, unmount };
}

test.each(['', '{', 'null', '{}', '{"access_token":"x"}', '{"access_token":"x","user":{"id":"1"}}'])(
  'what is stored as %j is no session',
  async (stored) => {
    localStorage.setItem(sessionStorageKey, stored);
    renderWho();
    expect(await screen.findByText('signed-out')).toBeTruthy();
  },
);

test('what was fetched for a user or entered by them is forgotten with the session', async () => {
  signIn('ada@example.com');
  const { client } = renderWho();
  await screen.findByText('signed-in ada@example.com');
  client.setQueryData(['campaigns'], ['hers']);
  keepDraft('list', '', 'hers');
  expect(sessionStorage).toHaveLength(1);
  await act(signOut);
  await screen.findByText('signed-out');
  expect(client.getQueryData(['campaigns'])).toBeUndefined();
  expect(sessionStorage).toHaveLength(0);
});

test('a sign-in in another tab arrives here', async () => {
  renderWho();
  await screen.findByText('signed-out');
  signIn('bo@example.com');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: sessionStorageKey })));
  expect(await screen.findByText('signed-in bo@example.com')).toBeTruthy();
});

test('a session that is about to expire is refreshed for as long as the app is open', async () => {
  keepSession({ secondsLeft: 20 });
  const fresh = makeSession({ refreshToken: 'refresh-2' });
  serve('POST /auth/v1/token', () => Response.json(fresh));
  const { unmount } = renderWho();
  await waitFor(() => expect(readSession()?.accessToken).toBe(fresh.access_token));
  unmount();
  const visibility = vi.spyOn(document, 'visibilityState', 'get');
  window.dispatchEvent(new Event('online'));
  expect(visibility).not.toHaveBeenCalled();
});
