// Reads access tokens, for the auth service itself and for every other service through requireUser.
// A verified token is cached by its hash until it expires, because checking the signature costs more than the rest of a small request.
import { createHash } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { decodeProtectedHeader, type JWTPayload, errors as joseErrors, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { AppError } from '../../shared/errors.ts';
import { memoizeObjects } from '../platform/memoize-objects.ts';
import { type AuthParts, authOf } from './auth.ts';
import { isUuid } from './http/read-fields.ts';
import type { SigningKeys } from './keys/signing-keys.ts';

export interface SignedInEnv {
  Variables: {
    userId: string;
    sessionId: string;
    /** For long-running responses: whether the session is still open. */
    isSignedIn: () => Promise<boolean>;
  };
}

interface CachedToken {
  payload: JWTPayload;
  kid: string;
}

const maxCached = 5_000;
const cacheOf = memoizeObjects((_: SigningKeys) => new LRUCache<string, CachedToken>({ max: maxCached }));

/** The token's claims if its signature, issuer and time are valid. Throws one of jose's errors if not. */
export async function readAccessToken(
  keys: SigningKeys,
  token: string,
  { issuer, now }: { issuer: string; now: Date },
): Promise<JWTPayload> {
  const cache = cacheOf(keys);
  const id = createHash('sha256').update(token).digest('base64');
  const known = cache.get(id);
  // Removing a key also invalidates its cached tokens.
  if (known && (known.payload.exp ?? 0) * 1000 > now.getTime() && (await keys.find(known.kid))) return known.payload;
  const kid = keyNamedIn(token);
  const key = kid && (await keys.find(kid));
  if (!kid || !key) throw new joseErrors.JWSSignatureVerificationFailed('unknown key');
  const { payload } = await jwtVerify(token, key, {
    algorithms: ['ES256'],
    issuer,
    currentDate: now,
    requiredClaims: ['exp', 'iat'],
  });
  cache.set(id, { payload, kid });
  return payload;
}

function keyNamedIn(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).kid;
  } catch {
    return undefined;
  }
}

/**
 * Who an access token belongs to. Throws AppError signed-out if it is invalid, if its session has ended (noticed within
 * seconds, see open-sessions.ts), or if its user has a second factor that this session has not passed.
 */
export async function verifyAccessToken(ctx: AuthParts, token: string): Promise<{ userId: string; sessionId: string }> {
  const { keys, baseUrl: issuer, now, openSessions } = authOf(ctx);
  const payload = await readAccessToken(keys, token, { issuer, now: now() }).catch((error: unknown) => {
    if (error instanceof joseErrors.JOSEError) return undefined;
    throw error;
  });
  const { sub = '', session_id: sessionId, aal, aud, aal_required: required } = payload ?? {};
  if (!isUuid(sub) || typeof sessionId !== 'string' || !isUuid(sessionId) || aud !== 'authenticated') throw signedOut();
  if (!(await openSessions.isOpen(sub, sessionId))) throw signedOut();
  if (required === 'aal2' && aal !== 'aal2') {
    throw new AppError('signed-out', 'Please enter your two-factor code to continue.');
  }
  return { userId: sub, sessionId };
}

function signedOut(): AppError {
  return new AppError('signed-out', 'Please log in to continue.');
}

/** Rejects calls without a valid bearer token and provides the user of the others. Throws AppError signed-out. */
export function requireUser(ctx: AuthParts): MiddlewareHandler<SignedInEnv> {
  const { openSessions } = authOf(ctx);
  return async (c, next) => {
    const [, token] = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(c.req.header('authorization') ?? '') ?? [];
    if (!token) throw signedOut();
    const { userId, sessionId } = await verifyAccessToken(ctx, token);
    c.set('userId', userId);
    c.set('sessionId', sessionId);
    c.set('isSignedIn', () => openSessions.isOpen(userId, sessionId));
    await next();
  };
}
