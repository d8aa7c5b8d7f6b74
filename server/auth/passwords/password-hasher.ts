// Hashes and verifies passwords with argon2id on libuv's threads, only a few at a time: each takes 19 MiB, and the same threads
// also serve file access and DNS. If the queue gets seconds long, further logins are refused.
import { hash, parseOptions, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { AuthError, invalid } from '../http/auth-error.ts';
import { randomToken } from '../keys/hash-secret.ts';

export interface HashCost {
  memoryCost: number;
  timeCost: number;
  parallelism: number;
}

/** OWASP's recommendation for argon2id: 19 MiB, 2 passes, 1 lane. */
const defaultCost: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** At most two of libuv's four threads. */
const atOnce = 2;
const waitingAtMost = 100;

export interface PasswordHasher {
  /** The stored form of a password. Throws AuthError over_request_rate_limit if too many are waiting. */
  hash(password: string): Promise<string>;
  /**
   * Whether the password matches the hash. Without a hash it takes the same time and returns false, so that timing does not
   * reveal whether an account exists. Throws like `hash`.
   */
  matches(passwordHash: string | null | undefined, password: string): Promise<boolean>;
  /** True if the hash has another cost and should be replaced at the next login. */
  isOutdated(passwordHash: string): boolean;
}

/** Opens a hasher with its own queue. */
export function createPasswordHasher(cost: HashCost = defaultCost): PasswordHasher {
  const limit = pLimit(atOnce);
  let nobodysHash: Promise<string> | undefined;

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (limit.activeCount + limit.pendingCount >= atOnce + waitingAtMost) {
      throw new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached', { retryAfter: 5 });
    }
    return limit(work);
  }

  return {
    hash: (password) => inTurn(() => hash(password, cost)),
    async matches(passwordHash, password) {
      nobodysHash ??= hash(randomToken(), cost);
      const compared = passwordHash ?? (await nobodysHash);
      const same = await inTurn(() => verify(compared, password));
      return same && passwordHash != null;
    },
    isOutdated(passwordHash) {
      const made = parseOptions(passwordHash);
      return (Object.keys(cost) as (keyof HashCost)[]).some((key) => made[key] !== cost[key]);
    },
  };
}

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
