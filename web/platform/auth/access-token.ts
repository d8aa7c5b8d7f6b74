// The access token for a call to the server: fresh when it can be, replaced once when the server refuses it.
import { readSession } from '../session-source.ts';
import { openAuth } from './open-auth.ts';
import { timeLeftMs } from './token-clock.ts';

/** The token to send, or null for a visitor. One that has expired is refreshed first. Never rejects. */
export async function accessToken(): Promise<string | null> {
  const session = readSession();
  if (session && timeLeftMs(session) <= 0) await (await openAuth()).refreshSession();
  return readSession()?.accessToken ?? null;
}

/** A token in place of one that the server refused; null when the session is over, and it is then ended here too. */
export async function replaceToken(refused: string): Promise<string | null | 'unavailable'> {
  const isReplaced = () => readSession()?.accessToken !== refused;
  if (isReplaced()) return readSession()?.accessToken ?? null;
  const { refreshSession, endSession } = await openAuth();
  const outcome = await refreshSession();
  if (outcome === 'unavailable' && !isReplaced()) return 'unavailable';
  if (outcome === 'refused') await endSession();
  return readSession()?.accessToken ?? null;
}
