// The official auth client, unchanged, against our own service, and the loop that refreshes its session.
// Loaded on its own (see open-auth.ts): the first screen does not wait for it.
import { AuthClient, isAuthRetryableFetchError } from '@supabase/auth-js';
import { keptInBrowser } from '../kept-values.ts';
import {
  announceSession,
  forgetSession,
  readSession,
  sessionStorageKey,
  subscribeToSession,
} from '../session-source.ts';
import { currentArrival, noteFailedArrival, withoutArrival } from './arrival.ts';
import { authUrl } from './auth-url.ts';
import { endRecovery, startRecovery } from './recovery.ts';
import { authFetch } from './refresh-fetch.ts';
import { startRefreshLoop } from './refresh-loop.ts';
import { isRefreshDue } from './refresh-schedule.ts';
import { noteFreshToken, timeLeftMs } from './token-clock.ts';

/** Below this the client's own getSession refreshes; refreshSession would then ask twice. Fixed in the client. */
const clientMarginMs = 90_000;
const patienceWithLogOutMs = 3_000;

export const authClient = new AuthClient({
  url: authUrl,
  storageKey: sessionStorageKey,
  storage: keptInBrowser,
  autoRefreshToken: false,
  persistSession: true,
  detectSessionInUrl: true,
  // Links in mails are opened on other devices too, where the other half of a PKCE flow is not.
  flowType: 'implicit',
  fetch: authFetch,
  experimental: { recoveryCodes: true },
});

// The client has read the address by now; what it held must not stay in the history.
const arrival = currentArrival();
if (arrival) {
  window.history.replaceState(window.history.state, '', withoutArrival(new URL(window.location.href)));
}

authClient.onAuthStateChange((event) => {
  const session = readSession();
  if (session && event !== 'INITIAL_SESSION') noteFreshToken(session);
  announceSession(event);
});

subscribeToSession((event) => {
  if (event === 'SIGNED_OUT') endRecovery();
});

startRefreshLoop({
  isDue() {
    const session = readSession();
    return session !== null && isRefreshDue(timeLeftMs(session));
  },
  refresh: () => refreshSession(),
});

/** Settles when the session that the address brought, if any, has been taken over. Never rejects. */
export const arrived: Promise<void> = authClient.initialize().then(({ error }) => {
  if (!arrival?.hasSession) return;
  if (error) noteFailedArrival();
  // Told by the address and not by the event, which other tabs hear as well: only this one asks for the new password.
  else if (arrival.type === 'recovery') startRecovery();
});

export type Refreshed = 'fresh' | 'refused' | 'unavailable';

/**
 * Replaces the tokens of a session that this tab read earlier. 'refused' when the session is over, 'unavailable' when that
 * cannot be known now. Asks nobody when another tab has replaced them since. Never rejects.
 */
export async function refreshSession(stale = readSession()): Promise<Refreshed> {
  const stored = readSession();
  if (!stale || !stored) return 'refused';
  const { accessToken, refreshToken: refresh_token, expiresAt } = stale;
  if (stored.accessToken !== accessToken) return 'fresh';
  const isSeenByClient = expiresAt * 1000 - Date.now() < clientMarginMs;
  // The token is named, or the client would refresh whatever is stored by the time it gets to it.
  const asked = isSeenByClient ? authClient.getSession() : authClient.refreshSession({ refresh_token });
  const { error } = await asked.catch(() => ({ error: null }));
  const after = readSession();
  if (after && after.accessToken !== accessToken) return 'fresh';
  if (!after) return 'refused';
  return error && !isAuthRetryableFetchError(error) ? 'refused' : 'unavailable';
}

/** Ends the session here, and on the server as far as it can be reached. Never rejects. */
export async function endSession(): Promise<void> {
  const told = authClient.signOut({ scope: 'local' }).catch(() => {});
  const waited = new Promise((resolve) => setTimeout(resolve, patienceWithLogOutMs));
  await Promise.race([told, waited]);
  if (readSession()) forgetSession();
}
