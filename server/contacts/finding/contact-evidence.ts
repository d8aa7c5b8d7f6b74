// What a contact's row keeps besides what the user sees: where the name stands, which addresses were seen or are likely
// while none is fetched, and how the address was found and verified. /data never gives it out: it holds unpaid addresses.

import { z } from 'zod';
import type { CheckedAddress } from '../../engine/finding/check-address.ts';

const sighting = { page: z.string(), rule: z.string(), snippet: z.string() };
const seen = z.object({
  ...sighting,
  address: z.string(),
  kind: z.enum(['personal', 'generic', 'webmail']),
  owner: z.string().optional(),
});
const guess = z.object({
  address: z.string(),
  pattern: z.string(),
  likelihood: z.number(),
  learntFrom: z.number(),
  isSure: z.boolean(),
  owner: z.string().optional(),
});

export const contactEvidence = z.object({
  sightings: z.array(z.object(sighting)).optional(),
  seen: z.array(seen).optional(),
  guesses: z.array(guess).optional(),
  /** Where the address comes from, and what its mail server said. */
  address: z.union([seen, guess]).optional(),
  verification: z.record(z.string(), z.unknown()).optional(),
  /** Which search brought the address. */
  search: z.enum(['author', 'domain', 'single']).optional(),
  /** How the last 'Get email' ended, when it brought nothing. */
  fetch: z.object({ end: z.enum(['no-credit', 'could-not-look']), message: z.string() }).optional(),
});

export type ContactEvidence = z.infer<typeof contactEvidence>;

/** Whether a new row starts as kept: when its address is sure. From then on `keep` is the user's. */
export const startsKept = ({ verification }: CheckedAddress) => verification.verdict === 'valid';

/** The columns of a row that an address fills. */
export function emailColumns({ address, kind, verification }: CheckedAddress) {
  return {
    email_state: 'found',
    email: address,
    type: kind,
    verification: verification.verdict,
    verified_at: verification.evidence.at,
    source: verification.source,
  };
}

export function emailEvidence(checked: CheckedAddress, search: ContactEvidence['search']): ContactEvidence {
  const { verdict, reason, evidence } = checked.verification;
  return { address: checked.from, verification: { verdict, reason, ...evidence }, search };
}
