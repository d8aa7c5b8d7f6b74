// A site that a user has come across in any campaign, and the user's rules about sites.
import { z } from 'zod';
import { leftOutReasons, prospectStates, siteRuleKinds } from './prospect-values.ts';

export const siteRule = z.object({
  id: z.uuid(),
  kind: z.enum(siteRuleKinds),
  pattern: z.string(),
  reason: z.string(),
  created_at: z.string(),
});
export type SiteRule = z.output<typeof siteRule>;

export const prospect = z.object({
  domain: z.string(),
  state: z.enum(prospectStates),
  note: z.string(),
  contacts: z.int().meta({ description: 'Email addresses found so far.' }),
  contacted_at: z.string().nullable(),
  first_seen_at: z.string(),
  last_seen_at: z.string(),
  campaigns: z
    .array(z.object({ id: z.uuid(), keyword: z.string() }))
    .meta({ description: 'The newest campaigns that have the site, three at most.' }),
  rule: siteRule
    .pick({ kind: true, pattern: true, reason: true })
    .nullable()
    .meta({ description: 'The rule that the site is under.' }),
  same_as: z
    .string()
    .nullable()
    .meta({ description: 'The site that its home page redirects to or names as canonical.' }),
});
export type Prospect = z.output<typeof prospect>;

/** A site of a campaign, and the rule that it is under. */
export const ruledSite = z.object({
  domain: z.string(),
  ...siteRule.pick({ kind: true, pattern: true, reason: true }).shape,
});
export type RuledSite = z.output<typeof ruledSite>;

export const leftOutCount = z.object({
  reason: z.enum(leftOutReasons),
  other_campaign: z.string().nullable().meta({ description: 'With in_campaign: the name of that campaign.' }),
  sites: z.int(),
  other_names: z
    .array(z.object({ domain: z.string(), known_as: z.string(), is_separate: z.boolean() }))
    .meta({ description: 'Those of the sites that were left out because of another name of theirs, 20 at most.' }),
});
export type LeftOutCount = z.output<typeof leftOutCount>;

/** Why a rule would have left a delivered backlink out, where the campaign has the rule switched off. */
export const siteHistory = z.object({
  reason: z.enum(leftOutReasons),
  otherCampaign: z.string().nullable(),
  contactedAt: z.string().nullable(),
  knownAs: z.string().optional().meta({ description: 'The other name of the site that the reason is about.' }),
});
export type SiteHistory = z.output<typeof siteHistory>;
