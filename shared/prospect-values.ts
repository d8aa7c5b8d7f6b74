// The values of prospects and rules about sites that browser and server share, without their schemas: the browser needs no zod.

export const prospectStates = [
  'seen',
  'removed',
  'kept',
  'contact_found',
  'handed_over',
  'contacted',
  'replied',
  'linked',
  'do_not_contact',
] as const;
export type ProspectState = (typeof prospectStates)[number];

export const siteRuleKinds = ['blocked', 'mine', 'competitor'] as const;
export type SiteRuleKind = (typeof siteRuleKinds)[number];

export const leftOutReasons = [
  'blocked',
  'mine',
  'competitor',
  'do_not_contact',
  'links_to_me',
  'in_campaign',
  'contacted',
] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

/** The most patterns a user can have, and the most lines one call takes. */
export const maxSiteRules = 10_000;
export const maxProspectLines = 10_000;
export const maxProspectNote = 500;
export const maxRuleReason = 200;
/** Sites contacted within so many days are left out, unless the form says otherwise. */
export const usualContactedDays = 100;
export const maxContactedDays = 3_650;
