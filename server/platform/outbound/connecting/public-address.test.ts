import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPublicAddress } from './public-address.ts';

const words = (text: string) => text.trim().split(/\s+/);

const PUBLIC = words(`
  1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 93.184.216.34 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0
  169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 191.255.255.255 192.0.1.0 192.0.3.0 192.167.255.255 192.169.0.0
  198.17.255.255 198.20.0.0 198.51.99.255 198.51.101.0 203.0.112.255 203.0.114.0 223.255.255.255 168.63.129.15
  2001:200:: 2001:4860:4860::8888 2606:4700::1111 2a00:1450:4001:81b::200e 2003:: 2400:: 2620:4f:8001::1 3ffd:ffff::1
  2001:470:1:2:0:5eff:7f00:1`);

const REFUSED = words(`
  0.0.0.0 0.255.255.255 10.0.0.0 10.255.255.255 100.64.0.0 100.127.255.255 127.0.0.0 127.255.255.255 169.254.0.0
  169.254.169.254 169.254.255.255 172.16.0.0 172.31.255.255 192.0.0.0 192.0.0.192 192.0.0.255 192.0.2.0 192.0.2.255
  192.31.196.0 192.52.193.0 192.88.99.0 192.168.0.0 192.168.255.255 192.175.48.0 198.18.0.0 198.19.255.255 198.51.100.0
  198.51.100.255 203.0.113.0 203.0.113.255 224.0.0.0 239.255.255.255 240.0.0.0 255.255.255.254 255.255.255.255
  168.63.129.16
  :: ::1 ::2 ::7f00:1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 ::ffff:0:8.8.8.8 64:ff9b:: 64:ff9b::808:808 64:ff9b:1:: 64:ff9b:1::1
  100:: 100::ffff:ffff:ffff:ffff 100:0:0:1::1 1000::1 1fff:ffff::1 2001:: 2001:0:808:808::1 2001:1::1 2001:2::
  2001:3::1 2001:4:112::1 2001:10::1 2001:1f:ffff::1 2001:20::1 2001:2f:ffff::1 2001:30::1 2001:1ff:ffff::1 2001:db8::
  2001:db8:ffff::1 2002:: 2002:808:808::1 2620:4f:8000::1 3ffe::1 3fff:: 3fff:fff:ffff::1 4000:: 5f00::1 8000::1 fc00::1
  fdff:ffff::1 fd00:ec2::254 fe00::1 fe80::1 febf:ffff::1 fec0::1 feff::1 ff00::1 ff02::1 ffff:ffff::1
  2001:470:1:2:0:5efe:7f00:1 2001:470:1:2:200:5efe:808:808 fe80::1%lo 2606:4700::1111%eth0`);

const NOT_PLAIN = [
  '',
  ' ',
  '8',
  '8.8',
  '8.8.8',
  '134744072',
  '0x8.8.8.8',
  '010.8.8.8',
  '8.8.8.8 ',
  '8.8.8.8.',
  '[::1]',
];

describe('isPublicAddress', () => {
  test('accepts the public internet, up to the edges of each special range', () => {
    expect(PUBLIC.filter((ip) => !isPublicAddress(ip))).toEqual([]);
  });
  test('refuses both ends of each special range', () => {
    expect(REFUSED.filter((ip) => isPublicAddress(ip))).toEqual([]);
  });
  test('refuses what is not a plain IP address', () => {
    expect(NOT_PLAIN.filter((ip) => isPublicAddress(ip))).toEqual([]);
  });
});

// An independent reading of the IANA registries, in plain arithmetic.
const V4_RANGES = words(`
  0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.31.196.0/24
  192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3
  168.63.129.16/32`).map((text) => {
  const [base = '', bits = ''] = text.split('/');
  return { base: base.split('.').reduce((sum, part) => sum * 256 + Number(part), 0), size: 2 ** (32 - Number(bits)) };
});

const v4Text = (n: number) => [n >>> 24, (n >>> 16) & 255, (n >>> 8) & 255, n & 255].join('.');
const isRefusedV4 = (n: number) => V4_RANGES.some(({ base, size }) => n >= base && n < base + size);

test('judges every 32-bit number as the registry says', () => {
  const near = fc
    .tuple(fc.constantFrom(...V4_RANGES), fc.integer({ min: -2, max: 2 }), fc.boolean())
    .map(([{ base, size }, step, atEnd]) => (base + (atEnd ? size : 0) + step + 2 ** 32) % 2 ** 32);
  const number = fc.oneof(fc.integer({ min: 0, max: 2 ** 32 - 1 }), near);
  fc.assert(
    fc.property(number, (n) => isPublicAddress(v4Text(n)) === !isRefusedV4(n)),
    { numRuns: 20_000 },
  );
});

test('no IPv6 address with an embedded IPv4 address is public', () => {
  const hex = (n: number) => `${(n >>> 16).toString(16)}:${(n & 0xffff).toString(16)}`;
  const carriers = [
    (n: number) => `::${hex(n)}`,
    (n: number) => `::ffff:${hex(n)}`,
    (n: number) => `::ffff:0:${hex(n)}`,
    (n: number) => `64:ff9b::${hex(n)}`,
    (n: number) => `64:ff9b:1::${hex(n)}`,
    (n: number) => `2002:${hex(n)}::1`,
    (n: number) => `2001:0:${hex(n)}::1`,
    (n: number) => `2606:4700:1:1:0:5efe:${hex(n)}`,
    (n: number) => `2606:4700:1:1:200:5efe:${hex(n)}`,
  ];
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 2 ** 32 - 1 }),
      fc.constantFrom(...carriers),
      (n, carry) => !isPublicAddress(carry(n)),
    ),
    { numRuns: 5_000 },
  );
});

test('outside 2000::/3 nothing is public', () => {
  const groups = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 });
  fc.assert(
    fc.property(groups, (parts) => {
      const address = parts.map((part) => part.toString(16)).join(':');
      return (parts[0] ?? 0) >>> 13 === 1 || !isPublicAddress(address);
    }),
    { numRuns: 5_000 },
  );
});
