import type { HashCost } from '../auth/passwords/password-hasher.ts';

/** Minimal argon2id: tests are about the rules around it. */
export const cheapHash: HashCost = { memoryCost: 8, timeCost: 1, parallelism: 1 };
