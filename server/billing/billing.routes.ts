import { billingEndpoints } from '../../shared/api/billing.ts';
import { endpointRoutes } from '../platform/http/endpoint-routes.ts';
import { openPortal } from './checkout/open-portal.ts';
import { startUpgrade } from './checkout/start-upgrade.ts';
import type { BillingParts } from './payments-of.ts';
import { readBilling, refreshBilling } from './read-billing.ts';
import { readOwnUse } from './stores/use.store.ts';

const daysOfUse = 30;

export function billingRoutes(parts: BillingParts) {
  return endpointRoutes(billingEndpoints, {
    'POST /api/user/upgrade/{plan}': async ({ userId, params: { plan }, body: { offer } }) =>
      toPageToVisit(await startUpgrade(parts, { userId, plan, offer })),
    'POST /api/user/portal': async ({ userId }) => toPageToVisit(await openPortal(parts, userId)),
    'POST /api/user/billing/refresh': ({ userId }) => refreshBilling(parts, userId),
    'GET /data/billing': ({ userId }) => readBilling(parts, userId),
    'GET /data/billing/use': ({ userId }) =>
      readOwnUse(parts.db, userId, new Date(Date.now() - daysOfUse * 24 * 3600 * 1000)),
  });
}

const toPageToVisit = ({ id, url }: { id: string; url: string }) => ({ id, url });
