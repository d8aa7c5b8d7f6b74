// Secrets that must be read back (signing keys, factor secrets, a provider's tokens) are stored as JWE, AES-256-GCM,
// encrypted with a key derived from ZEUS_SECRET for each purpose.
import { CompactEncrypt, compactDecrypt } from 'jose';
import { deriveKey } from '../../platform/settings/secrets.ts';

export type SealPurpose = 'auth signing keys' | 'auth factor secrets' | 'auth flow states';

/** Encrypts a JSON value for one purpose. */
export function seal(secret: string, purpose: SealPurpose, value: unknown): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(value)))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(deriveKey(secret, purpose));
}

/** Decrypts a sealed value. Rejects if the secret or purpose differs or the text was changed. */
export async function unseal<T>(secret: string, purpose: SealPurpose, sealed: string): Promise<T> {
  const { plaintext } = await compactDecrypt(sealed, deriveKey(secret, purpose), {
    keyManagementAlgorithms: ['dir'],
    contentEncryptionAlgorithms: ['A256GCM'],
  });
  return JSON.parse(new TextDecoder().decode(plaintext)) as T;
}
