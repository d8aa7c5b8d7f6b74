import { expect, onTestFinished, test, vi } from 'vitest';
import type { VendorOutbound } from '../../platform/outbound/vendor-outbound.ts';
import { marginSeconds } from './calls.store.ts';
import { sendAuthorized } from './send.ts';
import { snovio } from './snovio.ts';

test('a token that is refused late is not renewed: the call would count as lost while it runs', async () => {
  const paths: string[] = [];
  const outbound: Partial<VendorOutbound> = {
    async request(url) {
      paths.push(new URL(url).pathname);
      const isToken = String(url).endsWith('access_token');
      if (!isToken) vi.advanceTimersByTime(6_000);
      const text = async () => JSON.stringify({ access_token: 'token', expires_in: 3600 });
      return { status: isToken ? 200 : 401, headers: {}, text } as Awaited<ReturnType<VendorOutbound['request']>>;
    },
  };
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const account = { source: 'snovio', key: 'secret', login: 'late', baseUrl: undefined, limits: {} } as const;
  const sent = sendAuthorized({ vendor: snovio, account, outbound: outbound as VendorOutbound }, { path: '/v1/x' });
  await expect(sent).rejects.toMatchObject({ kind: 'unavailable' });
  expect(paths).toEqual(['/v1/oauth/access_token', '/v1/x']);
});

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
