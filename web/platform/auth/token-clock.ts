// How long a token is still valid although this machine's clock may be wrong: the difference to the server's clock is stored
// whenever a new token arrives.
import { keptInBrowser } from '../../kept-values.ts';
import type { Session } from '../session-source.ts';

const name = 'zeus.clock';

interface Noted {
  issuedAt: number;
  /** The server's clock minus ours. */
  aheadMs: number;
}

/** Call when a session has just come from the server; a known token changes nothing. */
export function noteFreshToken({ issuedAt }: Session) {
  if (issuedAt === 0 || readNote()?.issuedAt === issuedAt) return;
  const noted: Noted = { issuedAt, aheadMs: issuedAt * 1000 - Date.now() };
  keptInBrowser.setItem(name, JSON.stringify(noted));
}

/** Milliseconds until the access token expires by the server's clock; negative if it has. */
export function timeLeftMs({ expiresAt }: Session): number {
  return expiresAt * 1000 - Date.now() - (readNote()?.aheadMs ?? 0);
}

function readNote(): Noted | null {
  try {
    return JSON.parse(keptInBrowser.getItem(name) ?? 'null') as Noted | null;
  } catch {
    return null;
  }
}
