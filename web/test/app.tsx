// The whole web app at a URL, with or without a signed-in user, for tests.
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { BrowserRouter, type Location, useLocation } from 'react-router';
import { createQueryClient } from '../platform/query.ts';
import { SessionProvider } from '../platform/session.tsx';
import { AppRoutes } from '../router.tsx';
import { prepareUser } from '../users/prepare-user.ts';
import { keepSession } from './session.ts';

export function signIn(email = 'ada@example.com') {
  return keepSession({ email });
}

/** Renders the app and returns a function for its current location. */
export function openApp(address: string) {
  window.history.replaceState(null, '', address);
  let here: Location | undefined;
  const handleMove = (location: Location) => {
    here = location;
  };
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SessionProvider prepareUser={prepareUser}>
        <BrowserRouter>
          <AppRoutes />
          <Watch onMove={handleMove} />
        </BrowserRouter>
      </SessionProvider>
    </QueryClientProvider>,
  );
  return { location: () => here };
}

/** Renders the app and waits until it shows this text. */
export async function openAndSee(address: string, text: string | RegExp): Promise<void> {
  openApp(address);
  await screen.findByText(text);
}

function Watch({ onMove }: { onMove: (location: Location) => void }) {
  onMove(useLocation());
  return null;
}
