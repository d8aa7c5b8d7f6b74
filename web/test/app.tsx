// The whole web app at an address, with or without a signed-in user, for tests.
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { type Location, MemoryRouter, useLocation } from 'react-router';
import { createQueryClient } from '../platform/query.ts';
import { SessionProvider } from '../platform/session.tsx';
import { AppRoutes } from '../router.tsx';
import { prepareUser } from '../users/prepare-user.ts';
import { keepSession } from './session.ts';

export function signIn(email = 'ada@example.com') {
  return keepSession({ email });
}

/** Renders the app and gives a way to ask where it is. */
export function openApp(address: string) {
  let here: Location | undefined;
  const handleMove = (location: Location) => {
    here = location;
  };
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SessionProvider prepareUser={prepareUser}>
        <MemoryRouter initialEntries={[address]}>
          <AppRoutes />
          <Watch onMove={handleMove} />
        </MemoryRouter>
      </SessionProvider>
    </QueryClientProvider>,
  );
  return { location: () => here };
}

function Watch({ onMove }: { onMove: (location: Location) => void }) {
  onMove(useLocation());
  return null;
}
