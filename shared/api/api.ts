// Every endpoint of the API, except those of the auth service and of the file storage, which follow published protocols.
import { creditEndpoints, liveEndpoints, userEndpoints } from './account.ts';
import { backlinkEndpoints } from './backlinks.ts';
import { billingEndpoints } from './billing.ts';
import { campaignDataEndpoints, campaignEndpoints } from './campaigns.ts';
import { contactDataEndpoints, contactEndpoints } from './contacts.ts';
import { linkIndexEndpoints } from './link-index.ts';
import { operatingEndpoints } from './operating.ts';
import { pictureEndpoints, pictureFileEndpoints } from './pictures.ts';
import { priceEndpoints } from './prices.ts';
import { prospectEndpoints } from './prospects.ts';
import { searchResultEndpoints } from './search-results.ts';
import { triageEndpoints } from './triage.ts';

export const api = {
  ...campaignDataEndpoints,
  ...campaignEndpoints,
  ...priceEndpoints,
  ...linkIndexEndpoints,
  ...searchResultEndpoints,
  ...backlinkEndpoints,
  ...triageEndpoints,
  ...contactDataEndpoints,
  ...contactEndpoints,
  ...prospectEndpoints,
  ...pictureEndpoints,
  ...pictureFileEndpoints,
  ...userEndpoints,
  ...creditEndpoints,
  ...billingEndpoints,
  ...liveEndpoints,
  ...operatingEndpoints,
};
export type Api = typeof api;
