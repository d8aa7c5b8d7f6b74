// The official auth client, unchanged, against our own service.
// Loaded separately (see open-auth.ts), so that the first screen does not wait for it.
import { AuthClient, isAuthRetryableFetchError } from '@supabase/auth-js';
import { keptInBrowser } from '../../kept-values.ts';
import {
  announceSession,
  forgetSession,
  readSession,
  sessionStorageKey,
  subscribeToSession,
} from '../session-source.ts';
import { withinTime } from '../within-time.ts';
import { currentArrival, noteFailedArrival, withoutArrival } from './arrival.ts';
import { authUrl } from './auth-url.ts';
import { endRecovery, startRecovery } from './recovery.ts';
import { authFetch } from './refresh-fetch.ts';
import { noteFreshToken } from './token-clock.ts';

/** Below this the client's own getSession refreshes, and refreshSession would then ask twice. Fixed in the client. */
const clientMarginMs = 90_000;
const logOutTimeoutMs = 3_000;

export const authClient = new AuthClient({
  url: authUrl,
  storageKey: sessionStorageKey,
  storage: keptInBrowser,
  autoRefreshToken: false,
  persistSession: true,
  detectSessionInUrl: true,
  // Links in emails are also opened on other devices, which lack the other half of a PKCE flow.
  flowType: 'implicit',
  fetch: authFetch,
  experimental: { recoveryCodes: true },
});

// The client has read the URL by now; its tokens must not stay in the history.
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

/** Settles once the session in the URL, if any, has been stored. Never rejects. */
export const arrived: Promise<void> = authClient.initialize().then(({ error }) => {
  if (!arrival?.hasSession) return;
  if (error) noteFailedArrival();
  // Decided by the URL, not by the event, which other tabs receive too: only this tab asks for the new password.
  else if (arrival.type === 'recovery') startRecovery();
});

export type Refreshed = 'fresh' | 'refused' | 'unavailable';

/**
 * Replaces the tokens of a session that this tab read earlier. 'refused' if the session has ended, 'unavailable' if that cannot
 * be determined now. Sends nothing if another tab has replaced them since. Never rejects.
 */
export async function refreshSession(stale = readSession()): Promise<Refreshed> {
  const stored = readSession();
  if (!stale || !stored) return 'refused';
  const { accessToken, refreshToken: refresh_token, expiresAt } = stale;
  if (stored.accessToken !== accessToken) return 'fresh';
  const isSeenByClient = expiresAt * 1000 - Date.now() < clientMarginMs;
  // Passes the token explicitly; otherwise the client would refresh whatever is stored by then.
  const refreshed = isSeenByClient ? authClient.getSession() : authClient.refreshSession({ refresh_token });
  const { error } = await refreshed.catch(() => ({ error: null }));
  const after = readSession();
  if (after && after.accessToken !== accessToken) return 'fresh';
  if (!after) return 'refused';
  return error && !isAuthRetryableFetchError(error) ? 'refused' : 'unavailable';
}

/** Ends the session here and, if it can be reached, on the server. Never rejects. */
export async function endSession(): Promise<void> {
  const signedOut = authClient.signOut({ scope: 'local' });
  await withinTime(logOutTimeoutMs, signedOut, new Error('the server is slow')).catch(() => {});
  if (readSession()) forgetSession();
}
