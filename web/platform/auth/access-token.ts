// The access token for a call to the server: fresh when it can be, replaced once when the server refuses it.
import { sessionRefresh } from '../../../shared/limits.ts';
import { readSession, type Session } from '../session-source.ts';
import type { Refreshed } from './auth-client.ts';
import { openAuth } from './open-auth.ts';
import { timeLeftMs } from './token-clock.ts';

/** The token to send, or null for a visitor. One that has expired is refreshed first, if that takes no longer than a check. */
export async function accessToken(): Promise<string | null> {
  const session = readSession();
  if (session && timeLeftMs(session) <= 0) await refreshForAWhile(session);
  return readSession()?.accessToken ?? null;
}

/** A token in place of one that the server refused; null when the session is over, and it is then ended here too. */
export async function replaceToken(refused: string): Promise<string | null | 'unavailable'> {
  const isReplaced = () => readSession()?.accessToken !== refused;
  const session = readSession();
  if (!session || isReplaced()) return session?.accessToken ?? null;
  const outcome = await refreshForAWhile(session);
  if (outcome === 'unavailable' && !isReplaced()) return 'unavailable';
  if (outcome === 'refused') await (await openAuth()).endSession();
  return readSession()?.accessToken ?? null;
}

/** A refresh goes on until it has an answer; a call of the user's does not wait that long. */
async function refreshForAWhile(session: Session): Promise<Refreshed> {
  const { refreshSession } = await openAuth();
  const tooLong = new Promise<Refreshed>((resolve) => {
    setTimeout(() => resolve('unavailable'), sessionRefresh.checkEveryMs);
  });
  return Promise.race([refreshSession(session), tooLong]);
}
