import { parseOptions } from '@node-rs/argon2';
import { invalid } from '../http/auth-error.ts';

/** More memory than this (in KiB) for one login would be an attack on ourselves. */
const memoryAtMost = 262_144;

/** A hash made elsewhere, as it is. Throws AuthError validation_failed when it is no argon2id hash that a login could check. */
export function checkImportedHash(hash: string): string {
  try {
    const { memoryCost = 0, timeCost = 0 } = parseOptions(hash);
    if (/^\$argon2id\$/.test(hash) && hash.length < 500 && memoryCost <= memoryAtMost && timeCost <= 20) return hash;
  } catch {}
  throw invalid('password_hash has to be an argon2id hash in the PHC format');
}
