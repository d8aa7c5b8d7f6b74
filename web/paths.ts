// Every address of the web app. Give ':campaignId' to get a route's pattern.

export const paths = {
  dashboard: () => '/',
  /** The campaigns, with the banner about missing email credits. */
  noCredit: () => '/?no_credit=true',
  billing: () => '/billing',
  account: () => '/account',
  login: () => '/login',
  signup: () => '/signup',
  confirmEmail: () => '/confirm-email',
  resetPassword: () => '/reset-password',
  newCampaign: () => '/campaign',
  onboarding: () => '/campaign?onboarding=true',
  searchResults: (campaignId: string) => `/campaign/search-results/${campaignId}`,
  backlinks: (campaignId: string) => `/campaign/backlinks/${campaignId}`,
  screenLeads: (campaignId: string) => `/campaign/screen-leads/${campaignId}`,
  contacts: (campaignId: string) => `/campaign/contacts/${campaignId}`,
  latest: () => '/latest',
  help: () => '/help',
  bot: () => '/bot',
} as const;
