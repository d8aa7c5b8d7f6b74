// Loads the auth client when needed. It is a separate chunk, a fifth of all the code: signed-in users, users who follow a link
// and users who touch a form get it; a visitor who only reads does not.
import type { AuthError } from '@supabase/auth-js';

type AuthModule = typeof import('./auth-client.ts');

let opened: Promise<AuthModule> | undefined;

/** The auth client and what belongs to it. Rejects if its file cannot be fetched; the next call tries again. */
export function openAuth(): Promise<AuthModule> {
  opened ??= import('./auth-client.ts').catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

/** Makes one call of the auth client. Returns its error, or null on success. */
export async function askAuth(
  call: (client: AuthModule['authClient']) => Promise<{ error: AuthError | null }>,
): Promise<AuthError | null> {
  const { authClient } = await openAuth();
  return (await call(authClient)).error;
}

/** Loads it in advance. A failure is reported when it is used. */
export function prefetchAuth() {
  openAuth().catch(() => {});
}
