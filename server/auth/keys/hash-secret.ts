// How to store secrets that are only compared: long random ones as a plain hash, short codes keyed with the server's secret.
import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { deriveKey } from '../../platform/settings/secrets.ts';
import { codeDigits } from '../auth-settings.ts';

/** 32 random bytes as 43 URL-safe characters. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** A numeric code for typing. */
export function randomCode(): string {
  return randomInt(10 ** codeDigits)
    .toString()
    .padStart(codeDigits, '0');
}

/** The stored form of a long random token. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The stored form of a short code. It is keyed, because otherwise all codes could be tried against a stolen table. */
export function hashCode(secret: string, owner: string, code: string): Buffer {
  return createHmac('sha256', deriveKey(secret, 'auth codes')).update(`${owner}:${code}`).digest();
}

/** Compares two hashes in constant time. */
export function sameHash(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
