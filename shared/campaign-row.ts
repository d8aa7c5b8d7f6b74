// A campaign as returned by /data/requests. Separate from campaign.ts, because the browser needs those tables but not zod,
// which is too large and whose way of creating parsers the content security policy forbids.
import { z } from 'zod';
import { campaignPages, campaignStatuses, campaignTypes, emailModes } from './campaign-values.ts';
import { fallbackSteps } from './outreach-values.ts';
import { targeting } from './targeting-schema.ts';

export const campaign = z.object({
  id: z.uuid(),
  keyword: z.string(),
  type: z.enum(campaignTypes),
  /** Open on purpose: a later version may add statuses, and readers must not fail on them. */
  status: z.string().meta({ examples: [...campaignStatuses] }),
  status_message: z.string().nullable(),
  min_dr: z.number(),
  max_dr: z.number(),
  min_words: z.number(),
  min_traffic: z.number(),
  /** Where it searches, as lower-case ISO codes; null for own lists and for older campaigns. */
  country: z.string().nullable(),
  language: z.string().nullable(),
  targeting,
  mode: z.enum(emailModes).nullable(),
  /** Whom Zeus looks for when a page names no author, in this order. */
  fallback_order: z.array(z.enum(fallbackSteps)),
  progress_done: z.int(),
  progress_total: z.int(),
  /** How many of the remaining rows wait for a slow site. */
  slow_sites: z.int(),
  failed_step: z.enum(campaignPages).nullable(),
  /** Why ratings or traffic that a source might have known are missing; null if every source could be asked. */
  figures_problem: z.enum(['account', 'unavailable']).nullable(),
  /** When Zeus started the current step; null while waiting for the user. */
  step_started_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  /** When the user put it away; null: not archived. */
  archived_at: z.iso.datetime().nullable(),
  /** How many rows it has, whether they are selected or not. */
  backlink_count: z.int(),
  contact_count: z.int(),
  valid_email_count: z.int(),
});

export type Campaign = z.infer<typeof campaign>;
