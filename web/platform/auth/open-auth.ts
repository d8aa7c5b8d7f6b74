// The auth client when it is needed: a chunk of its own, a fifth of all the code. Whoever is signed in, comes by a link or
// touches a form gets it; a visitor who only reads does not.

type AuthModule = typeof import('./auth-client.ts');

let opened: Promise<AuthModule> | undefined;

/** The auth client and what belongs to it. Rejects when its file cannot be fetched; the next call tries again. */
export function openAuth(): Promise<AuthModule> {
  opened ??= import('./auth-client.ts').catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

/** Fetches it ahead of its use. A failure shows when it is used. */
export function prefetchAuth() {
  openAuth().catch(() => {});
}
