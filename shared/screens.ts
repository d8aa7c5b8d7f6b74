// Every screen of the web app by its address. The browser routes by this list, and the server answers 404 for the rest.

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
  latest: '/latest',
  help: '/help',
  bot: '/bot',
} as const;

/** As the browser's router matches: any case, any number of slashes at the end. */
const anyScreen = new RegExp(
  `^(?:${Object.values(screens)
    .map((pattern) => pattern.replace(/\/$/, '').replace(/:\w+/g, '[^/]+'))
    .join('|')})/*$`,
  'i',
);

/** Tells whether there is a screen at a path (decoded, without query). */
export function isScreen(path: string): boolean {
  return anyScreen.test(path);
}
