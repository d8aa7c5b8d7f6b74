// Moz Links API v2, shared by every capability that uses it: account, limits and errors.
import { z } from 'zod';
import type { ProviderError } from '../provider.ts';
import { cut, parseReply, statusError, textIn } from './replies.ts';
import { usualBudget, type Vendor, type VendorReply, vendorError } from './vendor.ts';

const source = 'moz';
const usage = z.object({ rows_consumed: z.coerce.number() });

export const moz: Vendor = {
  source,
  baseUrl: 'https://lsapi.seomoz.com/v2',
  // Moz bills by row; the price of one depends on the plan.
  limits: { perSecond: 5, perMinute: 300, concurrent: 5, rows: 100, ...usualBudget, dollarsPerUnit: 0.0067 },
  check: (account) => ({
    request: { path: '/usage_data', headers: mozToken(account), body: {} },
    read(reply) {
      if (reply.status !== 200) throw mozFailure(reply);
      return `${parseReply(usage, reply.json, source).rows_consumed} rows used`;
    },
  }),
};

export const mozToken = ({ key }: { key: string }) => ({ 'x-moz-token': key });

/** Both a rate limit and a used-up month are a 429; only the text differs. */
export function mozFailure(reply: VendorReply): ProviderError {
  const said = `${textIn(reply, 'name')} ${textIn(reply, 'message')}`.trim();
  if (reply.status === 429 && /quota|rows/i.test(said)) return vendorError(source, 'quota', cut(said));
  return statusError(source, reply, said);
}
