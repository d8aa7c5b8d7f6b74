// Entries of the credit ledger as returned by /data/credits, and what each campaign has cost.
import { z } from 'zod';

const creditKinds = ['backlink', 'email'] as const;

export const creditEntry = z.object({
  id: z.int(),
  kind: z.enum(creditKinds),
  /** Credits added, or spent if negative. */
  delta: z.int(),
  /** The key that prevents duplicate entries. */
  reason: z.string(),
  /** The reason in plain words. */
  label: z.string(),
  /** What was bought: the URL of a backlink, an address, or the addresses of a domain search. */
  item: z.string().nullable(),
  campaign_id: z.uuid().nullable(),
  /** The credits given back for it, if they were. */
  refund: z.object({ delta: z.int(), created_at: z.iso.datetime() }).nullable(),
  created_at: z.iso.datetime(),
});

export type CreditEntry = z.infer<typeof creditEntry>;

export const campaignSpending = z.object({
  campaign_id: z.uuid(),
  /** As the campaign was called when it last spent something; it may be deleted by now. */
  keyword: z.string(),
  backlink_spent: z.int(),
  backlink_refunded: z.int(),
  email_spent: z.int(),
  email_refunded: z.int(),
  /** The id of its newest entry. */
  last_entry: z.int(),
  last_at: z.iso.datetime(),
});

export type CampaignSpending = z.infer<typeof campaignSpending>;
