// Who is signed in, for every component. How that is known is the business of session-source.ts.
import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { currentSession, endSession, type SessionUser, subscribeToSession } from './session-source.ts';

export type SessionState =
  | { status: 'loading'; user: null }
  | { status: 'signed-in'; user: SessionUser }
  /** left: the user chose to log out here, so there is no place to come back to. */
  | { status: 'signed-out'; user: null; left: boolean };

const loading: SessionState = { status: 'loading', user: null };

const SessionContext = createContext<SessionState>(loading);

export function useSession(): SessionState {
  return useContext(SessionContext);
}

let leaving = false;

/** Logs the user out of this browser. Rejects when the session could not be ended; the user is then still signed in. */
export async function signOut(): Promise<void> {
  leaving = true;
  try {
    await endSession();
  } finally {
    leaving = false;
  }
}

export function SessionProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<SessionState>(loading);
  useEffect(() => {
    const read = async () => {
      const left = leaving;
      const session = await currentSession();
      setState(session ? { status: 'signed-in', user: session.user } : { status: 'signed-out', user: null, left });
    };
    void read();
    return subscribeToSession(read);
  }, []);
  useForgetOnChange(state.user?.id);
  return <SessionContext value={state}>{children}</SessionContext>;
}

/** Drops everything fetched for one user before another is shown. */
function useForgetOnChange(userId: string | undefined) {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (userId) return () => queryClient.clear();
  }, [userId, queryClient]);
}
