// A session as the auth client stores it, for tests. Its signature is made up; no test sends it to a real server.
import { sessionStorageKey } from '../platform/session-source.ts';

interface TestSession {
  email?: string;
  /** Seconds until the access token expires. */
  secondsLeft?: number;
  refreshToken?: string;
  claims?: Record<string, unknown>;
  factors?: { id: string; status: string; factor_type: string }[];
}

let made = 0;

/** The session object of the auth protocol. */
export function makeSession({
  email = 'ada@example.com',
  secondsLeft = 3600,
  refreshToken = 'refresh-1',
  claims = {},
  factors = [],
}: TestSession = {}) {
  const now = Math.floor(Date.now() / 1000);
  made += 1;
  const payload = {
    sub: 'user-1',
    session_id: 'session-1',
    aal: 'aal1',
    iat: now + secondsLeft - 3600,
    made,
    ...claims,
  };
  return {
    access_token: `e30.${btoa(JSON.stringify(payload)).replaceAll('=', '')}.signature`,
    refresh_token: refreshToken,
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: now + secondsLeft,
    user: { id: 'user-1', email, factors, identities: [{ provider: 'email' }], app_metadata: {}, user_metadata: {} },
  };
}

/** Stores a session where the app looks for it, already prepared; returns its access token. */
export function keepSession(options: TestSession = {}): string {
  const session = makeSession(options);
  localStorage.setItem(sessionStorageKey, JSON.stringify(session));
  localStorage.setItem('zeus.prepared', 'session-1');
  return session.access_token;
}
