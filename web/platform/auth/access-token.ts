// The access token for a call to the server: refreshed if it has expired, replaced once if the server refuses it.
import { sessionRefresh } from '../../../shared/limits.ts';
import { readSession, type Session } from '../session-source.ts';
import type { Refreshed } from './auth-client.ts';
import { openAuth } from './open-auth.ts';
import { timeLeftMs } from './token-clock.ts';

/** The token to send, or null for a visitor. An expired one is refreshed first, if that takes no longer than one check interval. */
export async function accessToken(): Promise<string | null> {
  const session = readSession();
  if (session && timeLeftMs(session) <= 0) await refreshForAWhile(session);
  return readSession()?.accessToken ?? null;
}

/** Replaces a token that the server refused; null if the session has ended, which also ends it here. */
export async function replaceToken(refused: string): Promise<string | null | 'unavailable'> {
  const isReplaced = () => readSession()?.accessToken !== refused;
  const session = readSession();
  if (!session || isReplaced()) return session?.accessToken ?? null;
  const outcome = await refreshForAWhile(session);
  if (outcome === 'unavailable' && !isReplaced()) return 'unavailable';
  if (outcome === 'refused') await (await openAuth()).endSession();
  return readSession()?.accessToken ?? null;
}

/** A refresh continues until it is answered; a user's call does not wait that long. */
async function refreshForAWhile(session: Session): Promise<Refreshed> {
  const { refreshSession } = await openAuth();
  const tooLong = new Promise<Refreshed>((resolve) => {
    setTimeout(() => resolve('unavailable'), sessionRefresh.checkEveryMs);
  });
  return Promise.race([refreshSession(session), tooLong]);
}
