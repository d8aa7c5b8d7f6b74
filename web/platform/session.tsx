// Who is signed in, for every component. How that is known is the business of session-source.ts.
import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { currentSession, type SessionUser, subscribeToSession } from './session-source.ts';

export type SessionState =
  | { status: 'loading'; user: null }
  | { status: 'signed-in'; user: SessionUser }
  | { status: 'signed-out'; user: null };

const loading: SessionState = { status: 'loading', user: null };
const signedOut: SessionState = { status: 'signed-out', user: null };

const SessionContext = createContext<SessionState>(loading);

export function useSession(): SessionState {
  return useContext(SessionContext);
}

export function SessionProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<SessionState>(loading);
  useEffect(() => {
    const read = async () => {
      const session = await currentSession();
      setState(session ? { status: 'signed-in', user: session.user } : signedOut);
    };
    void read();
    return subscribeToSession(read);
  }, []);
  useForgetOnChange(state);
  return <SessionContext value={state}>{children}</SessionContext>;
}

/** Drops everything fetched for one user before another is shown. */
function useForgetOnChange(state: SessionState) {
  const queryClient = useQueryClient();
  const userId = state.user?.id;
  useEffect(() => {
    if (userId) return () => queryClient.clear();
  }, [userId, queryClient]);
}
