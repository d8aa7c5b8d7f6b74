// Every screen of the web app by its path. The browser routes by this list, and the server answers 404 for the rest.

export const screens = {
  dashboard: '/',
  billing: '/billing',
  account: '/account',
  login: '/login',
  signup: '/signup',
  confirmEmail: '/confirm-email',
  resetPassword: '/reset-password',
  newCampaign: '/campaign',
  searchResults: '/campaign/search-results/:campaignId',
  backlinks: '/campaign/backlinks/:campaignId',
  screenLeads: '/campaign/screen-leads/:campaignId',
  contacts: '/campaign/contacts/:campaignId',
  prospects: '/prospects',
  latest: '/latest',
  help: '/help',
  bot: '/bot',
} as const;

/** Like the browser's router: any case, any number of trailing slashes. */
const anyScreen = new RegExp(
  `^(?:${Object.values(screens)
    .map((pattern) => pattern.replace(/\/$/, '').replace(/:\w+/g, '[^/]+'))
    .join('|')})/*$`,
  'i',
);

/** Whether there is a screen at a path (decoded, without query). */
export function isScreen(path: string): boolean {
  return anyScreen.test(path);
}
