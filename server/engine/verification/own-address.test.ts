import { describe, expect, test } from 'vitest';
import type { Context, Practice } from '../../platform/context.ts';
import { type OwnAddressParts, warnOfUnnamedIpv6 } from './own-address.ts';

const ADDRESS = '2606:2800:220:1::1';
const failing = (code: string) => async () => Promise.reject(Object.assign(new Error(code), { code }));

async function warnings(parts: OwnAddressParts, given: { ipv4Only?: boolean; practice?: Practice } = {}) {
  const said: unknown[] = [];
  const { ipv4Only = false, ...rest } = given;
  const log = { warn: (entry: unknown) => void said.push(entry) };
  const ctx = { config: { mailChecks: { ipv4Only, perDay: {} } }, log, ...rest } as unknown as Context;
  await warnOfUnnamedIpv6(ctx, { sourceAddress: async () => ADDRESS, ...parts });
  return said;
}

describe('the IPv6 address mail servers would see', () => {
  test.each<[string, OwnAddressParts['reverse'] & object, number]>([
    ['has a name', async () => ['mail.zeus.example'], 0],
    ['has none', failing('ENOTFOUND'), 1],
    ['has no record', failing('ENODATA'), 1],
    ['has an empty answer', async () => [], 1],
    ['cannot be looked up', failing('ETIMEOUT'), 0],
  ])('%s', async (_name, reverse, count) => {
    expect(await warnings({ reverse })).toEqual(Array.from({ length: count }, () => ({ address: ADDRESS })));
  });

  test.each<[string, OwnAddressParts, object]>([
    ['there is none', { sourceAddress: async () => undefined }, {}],
    ['the system cannot tell', { sourceAddress: failing('ENETUNREACH') }, {}],
    ['it is not used', {}, { ipv4Only: true }],
    ['only the practice web is asked', {}, { practice: {} }],
  ])('nothing is looked up when %s', async (_name, parts, given) => {
    const reverse = async () => Promise.reject(new Error('was looked up'));
    expect(await warnings({ reverse, ...parts }, given)).toEqual([]);
  });
});

test('finding out which address that is sends nothing and never fails', async () => {
  const said: unknown[] = [];
  const log = { warn: (entry: unknown) => void said.push(entry) };
  const ctx = { config: { mailChecks: { ipv4Only: false, perDay: {} } }, log } as unknown as Context;
  await expect(warnOfUnnamedIpv6(ctx, { reverse: async () => ['named.example'] })).resolves.toBeUndefined();
  expect(said).toEqual([]);
});
