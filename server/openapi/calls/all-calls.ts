// Every call that is described. A test holds this list against the routes that are mounted.
import type { Call } from '../call.ts';
import { accountCalls, operatingCalls } from './account.ts';
import { billingCalls } from './billing.ts';
import { campaignCalls } from './campaigns.ts';
import { pictureCalls } from './pictures.ts';
import { rowCalls } from './rows.ts';

export const allCalls: readonly Call[] = [
  ...campaignCalls,
  ...rowCalls,
  ...pictureCalls,
  ...accountCalls,
  ...billingCalls,
  ...operatingCalls,
];
