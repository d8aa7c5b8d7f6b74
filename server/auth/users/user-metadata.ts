// user_metadata: what users say about themselves. It proves nothing and is part of every access token.
import type { JsonObject } from '../../../db/types.ts';
import { maxMetadataBytes } from '../auth-settings.ts';
import { invalid } from '../http/auth-error.ts';

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
