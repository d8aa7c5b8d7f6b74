// user_metadata: what users say about themselves. It proves nothing and is part of every access token. app_metadata is the service's
// own: how the user signs in, and what the operator set.
import type { JsonObject } from '../../../db/types.ts';
import type { Tx } from '../../platform/db.ts';
import { maxMetadataBytes } from '../auth-settings.ts';
import { invalid } from '../http/auth-error.ts';
import { getUser, updateUserRow } from './users.store.ts';

/** Merges changes into metadata; null removes a key. Throws AuthError validation_failed if it gets too large. */
export function mergeMetadata(old: unknown, changes: Record<string, unknown> = {}): JsonObject {
  const merged = Object.entries({ ...(old as JsonObject), ...changes }).filter(([, value]) => value !== null);
  const result = Object.fromEntries(merged) as JsonObject;
  if (Buffer.byteLength(JSON.stringify(result)) > maxMetadataBytes) {
    throw invalid(`User metadata cannot be larger than ${maxMetadataBytes} bytes`);
  }
  return result;
}

/** What the service itself knows about an email account, which overrides what the user said. */
export function emailFacts({ id, email, verified }: { id: string; email: string; verified: boolean }) {
  return { sub: id, email, email_verified: verified, phone_verified: false };
}

/** Stores in app_metadata which providers the user can sign in with. Rejects if the user no longer exists. */
export async function noteProviders(tx: Tx, userId: string): Promise<void> {
  const { app_metadata, identities } = await getUser(tx, userId);
  const old = app_metadata as JsonObject;
  const providers = [...new Set(identities.map(({ provider }) => provider))];
  const provider = providers.find((name) => name === old.provider) ?? providers[0] ?? 'email';
  await updateUserRow(tx, userId, { app_metadata: { ...old, provider, providers } });
}
