// Where the session comes from: the browser's storage, in the form the auth client keeps it.
// Nothing here proves anything; the server checks the access token of every call.

export interface SessionUser {
  readonly id: string;
  readonly email: string;
}

export interface Session {
  readonly accessToken: string;
  readonly user: SessionUser;
}

export const sessionStorageKey = 'zeus.session';

/** The present session, or null when nobody is signed in. Never rejects. */
export async function currentSession(): Promise<Session | null> {
  try {
    return parseSession(localStorage.getItem(sessionStorageKey));
  } catch {
    return null;
  }
}

/** Calls back whenever the session changes, in this tab or another. Returns the way to stop. */
export function subscribeToSession(onChange: () => void): () => void {
  const handleStorage = (event: StorageEvent) => {
    if (event.key === sessionStorageKey || event.key === null) onChange();
  };
  window.addEventListener('storage', handleStorage);
  window.addEventListener(sessionStorageKey, onChange);
  return () => {
    window.removeEventListener('storage', handleStorage);
    window.removeEventListener(sessionStorageKey, onChange);
  };
}

/** Forgets the session in this browser. */
export async function endSession(): Promise<void> {
  localStorage.removeItem(sessionStorageKey);
  window.dispatchEvent(new Event(sessionStorageKey));
}

function parseSession(stored: string | null): Session | null {
  const value = JSON.parse(stored ?? 'null') as StoredSession | null;
  if (!value?.access_token || !value.user?.id || !value.user.email) return null;
  return { accessToken: value.access_token, user: { id: value.user.id, email: value.user.email } };
}

interface StoredSession {
  access_token?: string;
  user?: { id?: string; email?: string };
}
