// The URLs of all screens. Pass ':campaignId' to get a route's pattern.
import { screens } from '../shared/screens.ts';

const withId = (pattern: string, campaignId: string) => pattern.replace(':campaignId', () => campaignId);

export const paths = {
  dashboard: () => screens.dashboard,
  /** The campaigns, with the banner about missing email credits. */
  noCredit: () => `${screens.dashboard}?no_credit=true`,
  billing: () => screens.billing,
  account: () => screens.account,
  login: () => screens.login,
  signup: () => screens.signup,
  confirmEmail: () => screens.confirmEmail,
  resetPassword: () => screens.resetPassword,
  newCampaign: () => screens.newCampaign,
  onboarding: () => `${screens.newCampaign}?onboarding=true`,
  searchResults: (campaignId: string) => withId(screens.searchResults, campaignId),
  backlinks: (campaignId: string) => withId(screens.backlinks, campaignId),
  screenLeads: (campaignId: string) => withId(screens.screenLeads, campaignId),
  /** The same, with the choice of how to find emails. */
  findEmails: (campaignId: string) => `${withId(screens.screenLeads, campaignId)}?find_emails=true`,
  contacts: (campaignId: string) => withId(screens.contacts, campaignId),
  prospects: () => screens.prospects,
  latest: () => screens.latest,
  help: () => screens.help,
  bot: () => screens.bot,
} as const;
