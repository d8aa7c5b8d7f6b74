import { expect, test } from 'vitest';
import { type UnnamedIpv6Options, unnamedIpv6 } from './unnamed-ipv6.ts';

const ADDRESS = '2606:2800:220:1::1';
const failing = (code: string) => async () => Promise.reject(Object.assign(new Error(code), { code }));
const sourceAddress = async () => ADDRESS;

test.each<[string, UnnamedIpv6Options, string | undefined]>([
  ['has a name', { sourceAddress, reverse: async () => ['mail.zeus.example'] }, undefined],
  ['has none', { sourceAddress, reverse: failing('ENOTFOUND') }, ADDRESS],
  ['has no record', { sourceAddress, reverse: failing('ENODATA') }, ADDRESS],
  ['has an empty answer', { sourceAddress, reverse: async () => [] }, ADDRESS],
  ['cannot be looked up', { sourceAddress, reverse: failing('ETIMEOUT') }, undefined],
  ['is not there', { sourceAddress: async () => undefined, reverse: async () => [] }, undefined],
  ['cannot be found out', { sourceAddress: failing('ENETUNREACH'), reverse: async () => [] }, undefined],
])('an address that %s', async (_name, options, expected) => {
  expect(await unnamedIpv6(options)).toBe(expected);
});

test('finding the source address never fails', async () => {
  expect(await unnamedIpv6({ reverse: async () => ['named.example'] })).toBeUndefined();
});
