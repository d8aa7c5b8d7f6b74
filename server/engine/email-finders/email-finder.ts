// Partners that know email addresses: of a person at a domain, or of everybody at a domain. One file per partner next to this
// one. What a partner says about an address is evidence, not a verdict: Zeus verifies it like a guess of its own, unless the
// partner states a verification made today.

import { z } from 'zod';
import type { Call } from '../provider.ts';
import type { Verdict } from '../verification/verification.ts';

/** An address as a partner states it, with its own words about it mapped to ours. */
export const partnerAddress = z.object({
  address: z.string(),
  /** Never 'valid' because of a confidence score. 'unknown' where the partner says nothing about deliverability. */
  verdict: z.enum(['valid', 'invalid', 'catch_all', 'refuses_checks', 'unknown'] satisfies Verdict[]),
  /** ISO time of the verification behind the verdict, if the partner states one. */
  verifiedAt: z.string().optional(),
  /** The partner's words: "status: accept_all, score 92". For the evidence; cut to 200 characters. */
  words: z.string(),
  /** A page on which the partner saw the address. */
  page: z.string().optional(),
});
export type PartnerAddress = z.infer<typeof partnerAddress>;

export const partnerPerson = partnerAddress.extend({
  /** Empty for a shared mailbox such as contact@. */
  firstName: z.string(),
  lastName: z.string(),
  position: z.string().optional(),
  /** LinkedIn or another page about the person. */
  profile: z.string().optional(),
  twitter: z.string().optional(),
});
export type PartnerPerson = z.infer<typeof partnerPerson>;

export interface PersonQuery {
  firstName: string;
  lastName: string;
  /** Where the person receives email. */
  domain: string;
}

/**
 * Knows the address of a person at a domain. Null: not found, which usually costs nothing. Throws ProviderError: `pending` while the
 * partner works on it (ask again after `retryAfterSeconds`; the same question continues the same job), `suppressed` when the
 * person asked not to be processed.
 */
export interface PersonFinder {
  readonly source: string;
  /** The most dollars one question can cost. */
  readonly maxDollars: number;
  findPerson(query: PersonQuery, call: Call): Promise<PartnerAddress | null>;
}

/** Knows the people and shared mailboxes of a domain. Throws like a PersonFinder. */
export interface DomainFinder {
  readonly source: string;
  readonly maxDollars: number;
  findPeople(query: { domain: string; most: number }, call: Call): Promise<PartnerPerson[] | null>;
}
