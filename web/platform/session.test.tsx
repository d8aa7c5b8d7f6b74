import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { signIn } from '../test/app.tsx';
import { createQueryClient } from './query.ts';
import { SessionProvider, signOut, useSession } from './session.tsx';
import { sessionStorageKey } from './session-source.ts';

function Who() {
  const { status, user } = useSession();
  return <p>{`${status} ${user?.email ?? ''}`}</p>;
}

function renderWho() {
  const client = createQueryClient();
  render(
    <QueryClientProvider client={client}>
      <SessionProvider>
        <Who />
      </SessionProvider>
    </QueryClientProvider>,
  );
  return client;
}

test.each(['', '{', 'null', '{}', '{"access_token":"x"}', '{"access_token":"x","user":{"id":"1"}}'])(
  'what is stored as %j is no session',
  async (stored) => {
    localStorage.setItem(sessionStorageKey, stored);
    renderWho();
    expect(await screen.findByText('signed-out')).toBeTruthy();
  },
);

test('what was fetched for a user is forgotten with the session', async () => {
  signIn('ada@example.com');
  const client = renderWho();
  await screen.findByText('signed-in ada@example.com');
  client.setQueryData(['campaigns'], ['hers']);
  await act(signOut);
  await screen.findByText('signed-out');
  expect(client.getQueryData(['campaigns'])).toBeUndefined();
});

test('a sign-in in another tab arrives here', async () => {
  renderWho();
  await screen.findByText('signed-out');
  signIn('bo@example.com');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: sessionStorageKey })));
  expect(await screen.findByText('signed-in bo@example.com')).toBeTruthy();
});
