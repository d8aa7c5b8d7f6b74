import { parseOptions } from '@node-rs/argon2';
import { invalid } from '../http/auth-error.ts';

/** Verifying a hash that needs more memory than this (in KiB) would be a denial of service against ourselves. */
const memoryAtMost = 262_144;

/** Returns a hash created elsewhere unchanged. Throws AuthError validation_failed if it is not an argon2id hash that login can verify. */
export function checkImportedHash(hash: string): string {
  try {
    const { memoryCost = 0, timeCost = 0 } = parseOptions(hash);
    if (/^\$argon2id\$/.test(hash) && hash.length < 500 && memoryCost <= memoryAtMost && timeCost <= 20) return hash;
  } catch {}
  throw invalid('password_hash has to be an argon2id hash in the PHC format');
}
