// On NAT64 networks the embedded IPv4 address decides whether an IPv6 address may be dialed.

import { describe, expect, test } from 'vitest';
import { createDialer, type Dial } from './dialer.ts';
import { createNat64Prefixes, embeddedIpv4 } from './nat64.ts';
import type { Resolver } from './resolver.ts';
import { parseTarget } from './target.ts';

const { signal } = new AbortController();

/** The DNS of a network that answers the prefix probe like this. */
const network =
  (probe: string[], answers: string[] = []): Resolver =>
  async (host) =>
    host === 'ipv4only.arpa' ? probe : answers;

async function attempt(probe: string[], answers: string[], own: string[] = []): Promise<string> {
  const dialled: string[] = [];
  const dial: Dial = async (address) => {
    dialled.push(address);
    throw new Error('not dialled in tests');
  };
  const connect = createDialer({ resolve: network(probe, answers), dial, own: () => new Set(own) });
  const error = await connect(parseTarget('http://shop.com/'), signal).catch((e: unknown) => e);
  return [(error as { code: string }).code, ...dialled].join(' ');
}

const [PUBLIC, WELL_KNOWN] = ['93.184.216.34', '64:ff9b::5db8:d822'];

describe('the well-known prefix', () => {
  test('with a public address is dialed on any network', async () => {
    expect(await attempt([], [WELL_KNOWN, PUBLIC])).toBe(`connect ${WELL_KNOWN} ${PUBLIC}`);
    expect(await attempt(['192.0.0.170', '64:ff9b::c000:aa'], [WELL_KNOWN])).toBe(`connect ${WELL_KNOWN}`);
  });

  test.each(['7f00:1', 'a00:1', 'a9fe:a9fe', 'c0a8:1', 'a83f:8110', '0:0'])(
    'with a private address is refused: %s',
    async (embedded) => {
      expect(await attempt([], [`64:ff9b::${embedded}`])).toBe('refused');
      expect(await attempt([], [PUBLIC, `64:ff9b::${embedded}`])).toBe('refused');
    },
  );

  test('with an address of this machine is refused', async () => {
    expect(await attempt([], [WELL_KNOWN], [PUBLIC])).toBe('refused');
    expect(await attempt([], [WELL_KNOWN], [WELL_KNOWN])).toBe('refused');
  });

  test('in a URL is refused: only DNS creates such addresses', () => {
    expect(() => parseTarget(`http://[${WELL_KNOWN}]/`)).toThrow();
  });
});

describe('a network-specific prefix', () => {
  test.each([
    ['2606:4700:1:2:3:4:c000:aa', '2606:4700:1:2:3:4:5db8:d822', '2606:4700:1:2:3:4:a00:1'],
    ['2606:4700:1:2:c0:0:aa00:0', '2606:4700:1:2:5d:b8d8:2200:0', '2606:4700:1:2:a:0:100:0'],
    ['2606:4700:c000:aa::', '2606:4700:5db8:d822::', '2606:4700:a00:1::'],
    ['2606:4700:1:c000:0:aa00::', '2606:4700:1:5db8:d8:2200::', '2606:4700:1:a00:0:100::'],
    ['fd00:64::c000:aa', 'fd00:64::5db8:d822', 'fd00:64::a00:1'],
    ['64:ff9b:1:fffe::c000:ab', '64:ff9b:1:fffe::5db8:d822', '64:ff9b:1:fffe::7f00:1'],
  ])('is discovered: %s', async (probe, good, bad) => {
    expect(embeddedIpv4(good, await createNat64Prefixes(network([probe]))())).toBe(PUBLIC);
    expect(await attempt([probe], [good])).toBe(`connect ${good}`);
    expect(await attempt([probe], [bad])).toBe('refused');
  });

  test('that is short and local is ignored', async () => {
    expect(await attempt(['fd00:64:c000:aa::'], ['fd00:64:5db8:d822::1'])).toBe('refused');
  });

  test('is absent if the probe has other addresses or DNS fails', async () => {
    expect(await attempt(['2606:4700::1111'], ['2606:4700::a00:1'])).toBe('connect 2606:4700::a00:1');
    const failing = createNat64Prefixes(() => Promise.reject(new Error('SERVFAIL')));
    expect(embeddedIpv4(WELL_KNOWN, await failing())).toBe(PUBLIC);
    expect(embeddedIpv4('2606:4700::a00:1', await failing())).toBeUndefined();
  });

  test('is looked up once', async () => {
    let asked = 0;
    const prefixes = createNat64Prefixes(async () => {
      asked += 1;
      return [];
    });
    await Promise.all([prefixes(), prefixes()]);
    await prefixes();
    expect(asked).toBe(1);
  });
});
