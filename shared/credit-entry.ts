// A line of the ledger of credits as /data/credits gives it.
import { z } from 'zod';

export const creditKinds = ['backlink', 'email'] as const;

export const creditEntry = z.object({
  id: z.int(),
  kind: z.enum(creditKinds),
  /** What was added, or spent when below zero. */
  delta: z.int(),
  /** The key by which the same thing is never entered twice. */
  reason: z.string(),
  /** The reason in plain words. */
  label: z.string(),
  created_at: z.iso.datetime(),
});

export type CreditEntry = z.infer<typeof creditEntry>;
