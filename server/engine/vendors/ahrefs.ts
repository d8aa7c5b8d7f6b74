// Ahrefs API v3, for every capability it serves: the account, the limits, what a call costs and what its failures mean.
import { z } from 'zod';
import type { ProviderError } from '../provider.ts';
import { anyNumber, anyText, cut, nonsense, statusError } from './replies.ts';
import { type Vendor, type VendorReply, vendorError } from './vendor.ts';

const source = 'ahrefs';
/** A limit of null is no limit. */
const units = anyNumber(0).nullable();
const usage = z.object({
  limits_and_usage: z.object({
    units_limit_workspace: units,
    units_usage_workspace: units,
    units_limit_api_key: units,
    units_usage_api_key: units,
  }),
});
const errorSchema = z.object({ error: anyText });

export const ahrefs: Vendor = {
  source,
  baseUrl: 'https://api.ahrefs.com/v3',
  // 60 calls a minute are allowed; a few less leave room for what arrives late. The price of a unit depends on the plan, and
  // so do the rows of a call: 100 is what every plan allows.
  limits: {
    ...{ perSecond: 5, perMinute: 55, concurrent: 5, rows: 100 },
    ...{ dollarsPerDay: 20, dollarsPerMonth: 200, dollarsPerUnit: 0.001 },
  },
  check: (account) => ({
    request: { path: '/subscription-info/limits-and-usage', headers: bearer(account) },
    read(reply) {
      if (reply.status !== 200) throw ahrefsFailure(reply);
      const parsed = usage.safeParse(reply.json);
      if (!parsed.success) throw nonsense(source);
      const left = unitsLeft(parsed.data.limits_and_usage);
      if (left === null) return null;
      if (left <= 0) throw vendorError(source, 'quota', 'No API units are left.');
      return `${left} units`;
    },
  }),
};

export const bearer = ({ key }: { key: string }) => ({ authorization: `Bearer ${key}` });

/** Of the workspace and of the key, whichever is less; null when neither is limited. */
function unitsLeft(used: z.infer<typeof usage>['limits_and_usage']): number | null {
  const left = (limit: number | null, spent: number | null) => (limit === null ? [] : [limit - (spent ?? 0)]);
  const all = [
    ...left(used.units_limit_workspace, used.units_usage_workspace),
    ...left(used.units_limit_api_key, used.units_usage_api_key),
  ];
  return all.length > 0 ? Math.min(...all) : null;
}

/** What a call cost, as its headers say; `otherwise` without them. A repeated call that Ahrefs still has cached is free. */
export function ahrefsUnits({ headers }: VendorReply, otherwise: number): number {
  const stated = headers['x-api-units-cost-total-actual'] ?? headers['x-api-units-cost-total'];
  return anyNumber(otherwise).parse(stated);
}

/** A 403 is a plan that does not allow the call, or a month's units used up: only the text tells. */
export function ahrefsFailure(reply: VendorReply): ProviderError {
  const { error } = errorSchema.catch({ error: '' }).parse(reply.json);
  if (reply.status === 403 && /units limit/i.test(error)) return vendorError(source, 'quota', cut(error));
  if (reply.status === 404) return vendorError(source, 'not_found', cut(error));
  return statusError(source, reply, error);
}
