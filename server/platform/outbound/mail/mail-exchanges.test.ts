// The real lookup against a name server on loopback.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Dns, startDns } from '../../../../practice/dns/start-dns.ts';
import type { DnsAnswer, DnsRecord, Zone } from '../../../../practice/dns/zone.ts';
import { createMailLookup, type MailLookup } from './mail-exchanges.ts';

const mx = (priority: number, exchange: string): DnsRecord => ({ type: 'MX', priority, exchange });
const answer = (...records: DnsRecord[]): DnsAnswer => ({ status: 'NOERROR', records });
const address: DnsRecord = { type: 'A', address: '93.184.216.34' };

const ZONE: Record<string, (type: string) => DnsAnswer> = {
  'three.com': () => answer(mx(20, 'c.three.com'), mx(5, 'A.three.com'), mx(10, 'b.three.com'), mx(30, 'a.three.com')),
  'equal.com': () => answer(mx(10, 'a.com'), mx(10, 'b.com'), mx(20, 'c.com')),
  'null.com': () => answer(mx(0, '')),
  'half-null.com': () => answer(mx(0, ''), mx(10, 'a.com')),
  'itself.com': (type) => (type === 'A' ? answer(address) : answer()),
  'empty.com': () => answer(),
  'broken.com': () => ({ status: 'SERVFAIL', records: [] }),
  'address-broken.com': (type) => (type === 'MX' ? answer() : { status: 'SERVFAIL', records: [] }),
};
const zone: Zone = (name, type) => ZONE[name]?.(type) ?? { status: 'NXDOMAIN', records: [] };

let dns: Dns;
let lookUp: MailLookup;
beforeAll(async () => {
  dns = await startDns(zone, 0);
  lookUp = createMailLookup([`127.0.0.1:${dns.port}`]);
});
afterAll(() => dns.stop());

test.each([
  ['nowhere.com', 'no-such-domain'],
  ['empty.com', 'no-address'],
  ['null.com', 'null-mx'],
])('%s takes no mail: %s', async (domain, why) => {
  expect(await lookUp(domain)).toEqual({ kind: 'none', why });
});

test.each(['broken.com', 'address-broken.com'])('%s: a failing server is not the same as no answer', async (domain) => {
  await expect(lookUp(domain)).rejects.toMatchObject({ code: 'dns', retryable: true });
});

test('a missing name server is could-not-look', async () => {
  const { port, stop } = await startDns(zone, 0);
  await stop();
  await expect(createMailLookup([`127.0.0.1:${port}`])('three.com')).rejects.toMatchObject({ code: 'dns' });
});

test('hosts are sorted by preference, without duplicates, in lower case', async () => {
  expect(await lookUp('three.com')).toEqual({ kind: 'hosts', hosts: ['a.three.com', 'b.three.com', 'c.three.com'] });
});

test('equal ones come in any order, worse ones stay behind', async () => {
  const seen = new Set<string>();
  for (let i = 0; i < 60; i++) {
    const found = await lookUp('equal.com');
    seen.add(found.kind === 'hosts' ? found.hosts.join(' ') : found.why);
  }
  expect([...seen].sort()).toEqual(['a.com b.com c.com', 'b.com a.com c.com']);
});

test('skips an empty name among others', async () => {
  expect(await lookUp('half-null.com')).toEqual({ kind: 'hosts', hosts: ['a.com'] });
});

test('without MX, the domain itself receives its email', async () => {
  expect(await lookUp('itself.com')).toEqual({ kind: 'hosts', hosts: ['itself.com'] });
});
