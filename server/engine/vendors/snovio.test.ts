import { expect, test } from 'vitest';
import type { VendorOutbound } from '../../platform/outbound/vendor-outbound.ts';
import { marginSeconds } from './calls.store.ts';
import { snovio } from './snovio.ts';

test('a token and the call that needs it take no longer than the ledger waits for the call', async () => {
  const limits: number[] = [];
  const outbound: Partial<VendorOutbound> = {
    async request(_url, options) {
      limits.push(options?.limits?.totalMs ?? Number.POSITIVE_INFINITY);
      const text = async () => JSON.stringify({ access_token: 'token', expires_in: 3600 });
      return { status: 200, headers: {}, text } as Awaited<ReturnType<VendorOutbound['request']>>;
    },
  };
  const account = { source: 'snovio', key: 'secret', login: 'client', baseUrl: undefined, limits: {} } as const;
  const context = { vendor: snovio, account, outbound: outbound as VendorOutbound };
  expect(await snovio.authorize?.(context, { fresh: true })).toEqual({ authorization: 'Bearer token' });
  expect(limits).toHaveLength(1);
  expect(limits[0]).toBeLessThan(marginSeconds * 1000);
});
