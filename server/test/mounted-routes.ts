// The calls an app really serves, read from the app itself: 'GET /data/requests/{id}'.
import type { App } from '../app.ts';

/** Services with their own tests, and those that exist only outside production. */
const besides: Record<string, string> = {
  '/auth/v1': 'speaks a published protocol, tested in server/auth',
  '/.well-known': 'part of that protocol',
  '/storage/v1': 'speaks a published protocol, tested in server/storage',
  '/mailbox': 'kept mails, not in production',
  '/own-page': 'what the pages written by the server look like, never in production',
  '/test-checkout': 'the test checkout, not in production',
  '/test-portal': 'the test checkout, not in production',
  '/test-invoice': 'the test checkout, not in production',
  '/stripe/webhook': 'called by the payment provider, signed',
  '/openapi.json': 'the description itself',
  '/docs': 'the description itself',
};

/** Every call of our own API, once. */
export function mountedCalls(app: App): string[] {
  const calls = app.routes
    .filter(({ method, path }) => method !== 'ALL' && !Object.keys(besides).some((start) => path.startsWith(start)))
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)(\{[^}]*\})?/g, '{$1}')}`);
  return [...new Set(calls)].sort();
}
