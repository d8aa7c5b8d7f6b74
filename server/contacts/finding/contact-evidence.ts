// What a contact's row stores beyond what the user sees: where the name was found, which addresses were seen or guessed
// before one is fetched, and how the address was found and verified. /data returns
// only how a search for the address ended, because the rest has unpaid addresses.

import { z } from 'zod';
import { verifications } from '../../../shared/contact.ts';
import { searchProblem } from '../../../shared/search-problem.ts';
import { type CheckedAddress, foundBy } from '../../engine/finding/check-address.ts';
import type { Verification } from '../../engine/verification/verification.ts';
import { cleanText } from './clean-text.ts';

const sighting = {
  page: z.string(),
  rule: z.string(),
  snippet: z.string(),
  rendered: z.literal(true).optional(),
};
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
  learntOf: z.array(z.string()).optional(),
  isSure: z.boolean(),
  owner: z.string().optional(),
});
const partner = z.object({
  address: z.string(),
  partner: z.string(),
  words: z.string(),
  seenAt: z.string().optional(),
  owner: z.string().optional(),
});
const asked = z.object({
  source: z.string(),
  outcome: z.enum(['found', 'nothing', 'failed', 'skipped']),
  verdict: z.enum(verifications).optional(),
  words: z.string(),
  at: z.string(),
});
const verification = z.object({
  verdict: z.enum(verifications),
  reason: z.string(),
  /** Who gave the verdict. */
  by: z.string().optional(),
  at: z.string(),
  mxHost: z.string().optional(),
  code: z.number().optional(),
  text: z.string().optional(),
  step: z.string().optional(),
  tls: z.boolean().optional(),
  probe: z.object({ code: z.number(), text: z.string() }).optional(),
});

export const contactEvidence = z.object({
  sightings: z.array(z.object(sighting)).optional(),
  seen: z.array(seen).optional(),
  guesses: z.array(guess).optional(),
  /** Where the site names each profile. */
  profiles: z.array(z.object({ url: z.string(), page: z.string(), rule: z.string() })).optional(),
  /** Where the address comes from, and what its mail server said. */
  address: z.union([seen, guess, partner]).optional(),
  verification: verification.optional(),
  /** Sources checked for the address, in this order. */
  asked: z.array(asked).optional(),
  /** The last "Check again"; with a message, it could not be made. */
  lastCheck: z.object({ at: z.string(), message: z.string().optional() }).optional(),
  /** Which search found the address. */
  search: z.enum(['author', 'domain', 'single']).optional(),
  /** How the last 'Get email' ended, if it found nothing. */
  fetch: searchProblem.optional(),
});

export type ContactEvidence = z.infer<typeof contactEvidence>;

/** The columns of a row that an address fills. */
export function emailColumns(checked: CheckedAddress) {
  const { address, kind, verification } = checked;
  return {
    email_state: 'found',
    email: address,
    type: kind,
    verification: verification.verdict,
    verified_at: verification.evidence.at,
    source: foundBy(checked),
  };
}

export function emailEvidence(checked: CheckedAddress, search: ContactEvidence['search']): ContactEvidence {
  const { from, asked = [] } = checked;
  return {
    address: 'snippet' in from ? { ...from, snippet: cleanText(from.snippet, 200) } : from,
    verification: verificationEvidence(checked.verification),
    asked: asked.map((one) => ({ ...one, words: cleanText(one.words, 200) })),
    search,
  };
}

export function verificationEvidence({ verdict, reason, source, evidence }: Verification) {
  return { verdict, reason, by: source, ...evidence };
}
