// The session as this browser knows it, in the form the auth client keeps it, and the news about it.
// Nothing here proves anything; the server checks the access token of every call.
import type { AuthChangeEvent } from '@supabase/auth-js';
import { keptInBrowser } from '../kept-values.ts';

export interface SessionUser {
  readonly id: string;
  readonly email: string;
}

export interface Session {
  /** The same over all refreshes; a new sign-in has a new one. */
  readonly id: string;
  readonly accessToken: string;
  readonly refreshToken: string;
  /** By the server's clock, in seconds. */
  readonly issuedAt: number;
  readonly expiresAt: number;
  readonly user: SessionUser;
  /** The user has a second factor and has not shown it in this session. */
  readonly needsCode: boolean;
}

type Listener = (event: AuthChangeEvent | null) => void;

export const sessionStorageKey = 'zeus.session';

const listeners = new Set<Listener>();

/** The present session, or null if no user is signed in. */
export function readSession(): Session | null {
  try {
    return parseSession(keptInBrowser.getItem(sessionStorageKey));
  } catch {
    return null;
  }
}

/** Calls back whenever the session changes, in this tab or another; with the auth client's event where there is one. */
export function subscribeToSession(onChange: Listener): () => void {
  const handleStorage = (event: StorageEvent) => {
    if (event.key === sessionStorageKey || event.key === null) onChange(null);
  };
  window.addEventListener('storage', handleStorage);
  listeners.add(onChange);
  return () => {
    window.removeEventListener('storage', handleStorage);
    listeners.delete(onChange);
  };
}

/** Tells every listener in this tab. */
export function announceSession(event: AuthChangeEvent | null) {
  for (const listener of [...listeners]) listener(event);
}

/** Forgets the session in this browser without asking the server. */
export function forgetSession() {
  keptInBrowser.removeItem(sessionStorageKey);
  announceSession('SIGNED_OUT');
}

interface StoredSession {
  access_token?: string;
  refresh_token?: string;
  expires_at?: number;
  user?: { id?: string; email?: string; factors?: { status?: string }[] };
}

interface Claims {
  session_id?: string;
  iat?: number;
  aal?: string;
  /** Said by our own service; others tell it by the user's factors. */
  aal_required?: string;
}

function parseSession(stored: string | null): Session | null {
  const value = JSON.parse(stored ?? 'null') as StoredSession | null;
  if (!value?.access_token || !value.refresh_token || !value.expires_at || !value.user?.id) return null;
  const { access_token: accessToken, refresh_token: refreshToken, expires_at: expiresAt, user } = value;
  const claims = readClaims(accessToken);
  const hasFactor = (user.factors ?? []).some(({ status }) => status === 'verified');
  return {
    id: claims.session_id ?? value.user.id,
    accessToken,
    refreshToken,
    issuedAt: claims.iat ?? 0,
    expiresAt,
    user: { id: value.user.id, email: user.email ?? '' },
    needsCode: claims.aal !== 'aal2' && (hasFactor || claims.aal_required === 'aal2'),
  };
}

function readClaims(token: string): Claims {
  const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
  const bytes = Uint8Array.from(atob(payload), (character) => character.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(bytes)) as Claims;
}
