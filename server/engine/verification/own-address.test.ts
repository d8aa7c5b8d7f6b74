import { expect, test } from 'vitest';
import type { Context } from '../../platform/context.ts';
import { warnOfUnnamedIpv6 } from './own-address.ts';

const ADDRESS = '2606:2800:220:1::1';

test.each<[string, { ipv4Only: boolean; practice?: object }, string | undefined, number]>([
  ['warns of an address without a name', { ipv4Only: false }, ADDRESS, 1],
  ['says nothing when all is well', { ipv4Only: false }, undefined, 0],
  ['says nothing when IPv6 is not used', { ipv4Only: true }, ADDRESS, 0],
  ['says nothing on the practice web', { ipv4Only: false, practice: {} }, ADDRESS, 0],
])('%s', async (_name, { ipv4Only, ...more }, address, count) => {
  const said: unknown[] = [];
  const log = { warn: (entry: unknown) => void said.push(entry) };
  const ctx = { config: { mailChecks: { ipv4Only, perDay: {} } }, log, ...more } as unknown as Context;
  await warnOfUnnamedIpv6(ctx, async () => address);
  expect(said).toEqual(Array.from({ length: count }, () => ({ address })));
});
