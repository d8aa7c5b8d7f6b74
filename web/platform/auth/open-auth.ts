// The auth client when it is needed: a chunk of its own, fetched once, started by main.tsx beside the first screen.

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
