// Tokens in signed URLs. A token allows downloading one object, or uploading to one name, until it expires.
// Bucket names are unique per user only, so the token also says whose bucket it is.
import { errors as joseErrors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { Context } from '../platform/context.ts';
import { deriveKey } from '../platform/settings/secrets.ts';
import { StorageError } from './http/storage-error.ts';

type Parts = Pick<Context, 'config'>;

export interface SignedPlace {
  userId: string;
  bucket: string;
  name: string;
}

interface Signing extends SignedPlace {
  /** A token for one purpose is not valid for the other. */
  purpose: 'download' | 'upload';
  seconds: number;
  /** For uploads: whether an existing object may be replaced. */
  upsert?: boolean;
}

const claims = z.object({ sub: z.uuid(), exp: z.number(), upsert: z.boolean().optional() });

/** Returns a token for the object that is valid for `seconds`. */
export async function signPlace(ctx: Parts, signing: Signing, now = new Date()): Promise<string> {
  const { userId, bucket, name, purpose, seconds, upsert } = signing;
  const issuedAt = Math.floor(now.getTime() / 1000);
  return new SignJWT({ url: `${bucket}/${name}`, ...(upsert !== undefined && { upsert }) })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(userId)
    .setAudience(audience(purpose))
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + seconds)
    .sign(keyOf(ctx));
}

/**
 * Returns the owner and how long the token is still valid. Throws StorageError ExpiredToken, or InvalidSignature unless we
 * signed it for exactly this object and purpose.
 */
export async function readToken(
  ctx: Parts,
  { token, bucket, name, purpose }: Omit<SignedPlace, 'userId'> & { token: string; purpose: Signing['purpose'] },
  now = new Date(),
): Promise<{ userId: string; upsert: boolean; secondsLeft: number }> {
  const options = { algorithms: ['HS256'], audience: audience(purpose), currentDate: now };
  const verified = await jwtVerify(token, keyOf(ctx), options).catch((error: unknown) => {
    if (error instanceof joseErrors.JWTExpired) {
      throw new StorageError(400, 'ExpiredToken', 'The provided token has expired.', { legacyCode: 'InvalidJWT' });
    }
    if (error instanceof joseErrors.JOSEError) throw badSignature();
    throw error;
  });
  const { success, data } = claims.safeParse(verified.payload);
  if (!success || verified.payload.url !== `${bucket}/${name}`) throw badSignature();
  return { userId: data.sub, upsert: data.upsert ?? false, secondsLeft: Math.floor(data.exp - now.getTime() / 1000) };
}

const badSignature = () => new StorageError(400, 'InvalidSignature', 'Invalid signature');

const audience = (purpose: string) => `storage:${purpose}`;

function keyOf({ config }: Parts): Uint8Array {
  return deriveKey(config.secret, 'storage addresses');
}
