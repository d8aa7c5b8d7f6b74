// The values that columns of a campaign take. Apart from campaign.ts, so that the schema in campaign-row.ts can use them too.

export const campaignTypes = ['Guest Posts', 'Magic Campaign', 'BYOB'] as const;

/** The pages of a campaign a status can lead to. */
export const campaignPages = ['search-results', 'backlinks', 'contacts'] as const;

/** The statuses this version sets. A page may meet others while a newer server runs, so reading a status never relies on this list. */
export const campaignStatuses = [
  'Waiting for Search Results',
  'Waiting to Pick Search Results',
  'No organic result',
  'Waiting for Backlinks',
  'Analyzing Backlinks',
  'Waiting to Pick Backlinks',
  'Waiting for Emails',
  'Waiting to Download Emails',
  'Something went wrong',
  'Stopped',
] as const;

/** How Zeus looks for emails. */
export const emailModes = ['author', 'domain'] as const;
