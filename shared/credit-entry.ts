// An entry of the credit ledger as returned by /data/credits.
import { z } from 'zod';

export const creditKinds = ['backlink', 'email'] as const;

export const creditEntry = z.object({
  id: z.int(),
  kind: z.enum(creditKinds),
  /** Credits added, or spent if negative. */
  delta: z.int(),
  /** The key that prevents duplicate entries. */
  reason: z.string(),
  /** The reason in plain words. */
  label: z.string(),
  created_at: z.iso.datetime(),
});

export type CreditEntry = z.infer<typeof creditEntry>;
