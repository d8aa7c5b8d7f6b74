import { Hono } from 'hono';
import { z } from 'zod';
import { readBody } from '../platform/http/body.ts';
import { openPortal } from './checkout/open-portal.ts';
import { startUpgrade } from './checkout/start-upgrade.ts';
import type { BillingParts } from './payments-of.ts';
import { readBilling, refreshBilling } from './read-billing.ts';
import { readOwnUse } from './stores/use.store.ts';

type Env = { Variables: { userId: string } };

export const upgradeBody = z.object({ offer: z.string().max(100).nullish() });
const daysOfUse = 30;

/** The calls of /api that lead to the payment provider. */
export function billingRoutes(parts: BillingParts) {
  return new Hono<Env>()
    .post('/user/upgrade/:plan', async (c) => {
      const { offer } = await readBody(c, upgradeBody);
      const upgrade = { userId: c.get('userId'), plan: c.req.param('plan'), ...(offer && { offer }) };
      return c.json(toAnswer(await startUpgrade(parts, upgrade)));
    })
    .post('/user/portal', async (c) => c.json(toAnswer(await openPortal(parts, c.get('userId')))))
    .post('/user/billing/refresh', async (c) => c.json(await refreshBilling(parts, c.get('userId'))));
}

const toAnswer = ({ id, url }: { id: string; url: string }) => ({ id, url });

/** The part of /data that is about plan and payments. */
export function billingDataRoutes(parts: BillingParts) {
  return new Hono<Env>()
    .get('/billing', async (c) => c.json(await readBilling(parts, c.get('userId'))))
    .get('/billing/use', async (c) => {
      const since = new Date(Date.now() - daysOfUse * 24 * 3600 * 1000);
      return c.json(await readOwnUse(parts.db, c.get('userId'), since));
    });
}
