// Who is signed in, for every component. How that is known is the business of session-source.ts and auth/.
import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { currentArrival } from './auth/arrival.ts';
import { openAuth, prefetchAuth } from './auth/open-auth.ts';
import { isRecovering } from './auth/recovery.ts';
import { startRefreshLoop } from './auth/refresh-loop.ts';
import { isRefreshDue } from './auth/refresh-schedule.ts';
import { timeLeftMs } from './auth/token-clock.ts';
import { forgetAllDrafts } from './drafts.ts';
import { forgetSession, readSession, type Session, type SessionUser, subscribeToSession } from './session-source.ts';

type SessionState =
  | { status: 'loading'; user: null }
  /** recovering: came by "Forgot your password?" and has yet to choose a new one. */
  | { status: 'signed-in'; user: SessionUser; recovering: boolean }
  /** The password was right; the code of the second factor is still to come. */
  | { status: 'code-needed'; user: SessionUser; recovering: boolean }
  /** left: the user chose to log out here, so there is no place to come back to. */
  | { status: 'signed-out'; user: null; left: boolean };

/** What has to happen before a signed-in user sees the app; undefined when it has. Must not reject. */
type PrepareUser = (session: Session) => Promise<void> | undefined;

const loading: SessionState = { status: 'loading', user: null };

const SessionContext = createContext<SessionState>(loading);

export function useSession(): SessionState {
  return useContext(SessionContext);
}

let leaving = false;

/** Logs the user out of this browser; the server is notified if it can be reached, unless the account is gone. */
export async function signOut({ isGone = false } = {}): Promise<void> {
  leaving = true;
  try {
    if (isGone) forgetSession();
    else await (await openAuth()).endSession();
  } finally {
    leaving = false;
  }
}

interface SessionProviderProps {
  children: ReactNode;
  prepareUser?: PrepareUser;
}

export function SessionProvider({ children, prepareUser }: SessionProviderProps) {
  const state = useStoredSession(prepareUser);
  useForgetOnChange(state.user?.id);
  useForgetDrafts(state.status);
  useRefresh(state.user !== null);
  return <SessionContext value={state}>{children}</SessionContext>;
}

function useStoredSession(prepareUser: PrepareUser | undefined): SessionState {
  const [state, setState] = useState<SessionState>(loading);
  useEffect(() => {
    let isCurrent = true;
    let isArriving = currentArrival()?.hasSession === true;
    const read = async () => {
      const left = leaving;
      if (isArriving) return;
      const session = readSession();
      if (session) prefetchAuth();
      const preparing = session && !session.needsCode ? prepareUser?.(session) : undefined;
      if (preparing) setState((before) => (before.user?.id === session?.user.id ? before : loading));
      await preparing;
      if (isCurrent && readSession()?.id === session?.id) setState((before) => keepSame(before, toState(left)));
    };
    const readArrived = () => {
      isArriving = false;
      return read();
    };
    if (isArriving) void takeArrival().then(readArrived);
    else void read();
    const stop = subscribeToSession(read);
    return () => {
      isCurrent = false;
      stop();
    };
  }, [prepareUser]);
  return state;
}

/** Settles when the session that the address brought has been taken over. Without the client the stored one still counts. */
async function takeArrival(): Promise<void> {
  const auth = await openAuth().catch(() => null);
  await auth?.arrived;
}

function toState(left: boolean): SessionState {
  const session = readSession();
  if (!session) return { status: 'signed-out', user: null, left };
  const status = session.needsCode ? 'code-needed' : 'signed-in';
  return { status, user: session.user, recovering: isRecovering() };
}

/** The auth client repeats its events; an unchanged state must not draw everything anew. */
function keepSame(before: SessionState, after: SessionState): SessionState {
  return JSON.stringify(before) === JSON.stringify(after) ? before : after;
}

/** Drops everything fetched for one user before another is shown. */
function useForgetOnChange(userId: string | undefined) {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (userId) return () => queryClient.clear();
  }, [userId, queryClient]);
}

function useForgetDrafts(status: SessionState['status']) {
  useEffect(() => {
    if (status === 'signed-out') forgetAllDrafts();
  }, [status]);
}

/** Keeps the session alive. If the auth client can't be loaded, the next check tries again. */
function useRefresh(hasSession: boolean) {
  useEffect(() => {
    if (hasSession) return startRefreshLoop({ isDue, refresh });
  }, [hasSession]);
}

function isDue(): boolean {
  const session = readSession();
  return session !== null && isRefreshDue(timeLeftMs(session));
}

const refresh = () =>
  openAuth().then(
    (auth) => auth.refreshSession(),
    () => {},
  );
