// How Zeus knows an email: where it comes from, who was asked for it, and what its mail server said.
import { z } from 'zod';
import { contact, verifications } from './contact.ts';

const origin = z.discriminatedUnion('kind', [
  /** Printed on a page of the site. `rendered`: only there once the page's scripts have run, as in a browser. */
  z.object({ kind: z.literal('page'), page: z.string(), quote: z.string(), rendered: z.boolean() }),
  /** Built from the name, as the site builds the addresses of these people; with none, by a common pattern. */
  z.object({
    kind: z.literal('pattern'),
    pattern: z.string(),
    learned_from: z.int(),
    people: z.array(z.string()),
  }),
  /** Named by a partner. */
  z.object({ kind: z.literal('partner'), source: z.string(), words: z.string(), page: z.string().nullable() }),
  /** Found before Zeus kept evidence. */
  z.object({ kind: z.literal('unknown') }),
]);

const askedSource = z.object({
  source: z.string(),
  outcome: z.enum(['found', 'nothing', 'failed', 'skipped']),
  /** The verdict on what this source named. */
  verdict: z.enum(verifications).nullable(),
  words: z.string(),
  at: z.string(),
});

const mailServer = z.object({
  host: z.string().nullable(),
  code: z.int().nullable(),
  text: z.string().nullable(),
  /** Its reply about an address that cannot exist. */
  probe: z.object({ code: z.int(), text: z.string() }).nullable(),
});

export const evidence = z.object({
  ...contact.pick({ id: true, source: true, verification: true, verification_reason: true }).shape,
  ...contact.pick({ verified_at: true, next_check_at: true, is_checking: true }).shape,
  email: z.string(),
  origin,
  asked: z.array(askedSource),
  /** Who gave the verdict. */
  verified_by: z.string().nullable(),
  mail_server: mailServer.nullable(),
  /** How the last "Check again" ended; null if there was none. */
  last_check: z.object({ at: z.string(), message: z.string().nullable() }).nullable(),
  /** The email is invalid, and the credit for it or its domain search was given back. */
  is_refunded: z.boolean(),
  confidence: z.object({ level: z.enum(['high', 'medium', 'low']), why: z.string() }),
});

export type Evidence = z.infer<typeof evidence>;
