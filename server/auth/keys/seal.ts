// Secrets that must be read again (signing keys, factor secrets, a provider's tokens) are kept as JWE, AES-256-GCM,
// under a key derived from ZEUS_SECRET for that one purpose.
import { CompactEncrypt, compactDecrypt } from 'jose';
import { deriveKey } from '../../platform/settings/secrets.ts';

export type SealPurpose = 'auth signing keys' | 'auth factor secrets' | 'auth flow states';

/** Locks a JSON value away for one purpose. */
export function seal(secret: string, purpose: SealPurpose, value: unknown): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(value)))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(deriveKey(secret, purpose));
}

/** Opens what seal made. Rejects when the secret or the purpose is another, or the text was changed. */
export async function unseal<T>(secret: string, purpose: SealPurpose, sealed: string): Promise<T> {
  const { plaintext } = await compactDecrypt(sealed, deriveKey(secret, purpose), {
    keyManagementAlgorithms: ['dir'],
    contentEncryptionAlgorithms: ['A256GCM'],
  });
  return JSON.parse(new TextDecoder().decode(plaintext)) as T;
}
