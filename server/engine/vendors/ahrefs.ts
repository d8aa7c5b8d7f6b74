// Ahrefs API v3, shared by every capability that uses it: account, limits, prices and errors.
import { z } from 'zod';
import { ProviderError } from '../provider.ts';
import { anyNumber, cut, notFound, parseReply, statusError, textIn } from './replies.ts';
import { bearer, type Vendor, type VendorReply, vendorError } from './vendor.ts';

const source = 'ahrefs';
/** Null means unlimited. */
const units = anyNumber(0).nullable();
const usage = z.object({
  limits_and_usage: z.object({
    units_limit_workspace: units,
    units_usage_workspace: units,
    units_limit_api_key: units,
    units_usage_api_key: units,
  }),
});

export const ahrefs: Vendor = {
  source,
  baseUrl: 'https://api.ahrefs.com/v3',
  // Ahrefs allows 60 calls a minute; a few fewer leave room for late arrivals. The price of a unit and the rows per call
  // depend on the plan; every plan allows 100 rows.
  limits: {
    ...{ perSecond: 5, perMinute: 55, concurrent: 5, rows: 100 },
    ...{ dollarsPerDay: 20, dollarsPerMonth: 200, dollarsPerUnit: 0.001 },
  },
  check: (account) => ({
    request: { path: '/subscription-info/limits-and-usage', headers: bearer(account) },
    read(reply) {
      if (reply.status !== 200) throw ahrefsFailure(reply);
      const left = unitsLeft(parseReply(usage, reply.json, source).limits_and_usage);
      if (left === null) return null;
      if (left <= 0) throw vendorError(source, 'quota', 'No API units are left.');
      return `${left} units`;
    },
  }),
};

/** The smaller of what the workspace and the key have left; null when neither is limited. */
function unitsLeft(used: z.infer<typeof usage>['limits_and_usage']): number | null {
  const left = (limit: number | null, spent: number | null) => (limit === null ? [] : [limit - (spent ?? 0)]);
  const all = [
    ...left(used.units_limit_workspace, used.units_usage_workspace),
    ...left(used.units_limit_api_key, used.units_usage_api_key),
  ];
  return all.length > 0 ? Math.min(...all) : null;
}

/** The units a call cost according to its headers, or `otherwise` without them. Repeating a call Ahrefs has cached is free. */
export function ahrefsUnits({ headers }: VendorReply, otherwise: number): number {
  const stated = headers['x-api-units-cost-total-actual'] ?? headers['x-api-units-cost-total'];
  return anyNumber(otherwise).parse(stated);
}

/** A 403 means either that the plan does not allow the call or that the month's units are used up; only the text differs. */
export function ahrefsFailure(reply: VendorReply): ProviderError {
  const error = textIn(reply, 'error');
  if (reply.status === 403 && /units limit/i.test(error)) return vendorError(source, 'quota', cut(error));
  if (reply.status === 403 && /\bplan\b/i.test(error)) {
    return new ProviderError(source, cut(error), { kind: 'auth', isOfPlan: true });
  }
  if (reply.status === 404) return notFound(source, reply, error);
  return statusError(source, reply, error);
}
