// Hosts with faults of DNS. The pages behind them are fine.

import { type DnsAnswer, type DnsRecord, LOOKED_UP_ZONE, NAT64_PREFIX, type RecordType } from '../dns/zone.ts';
import { type Outcome, page, type TrapHost, words } from './trap.ts';

const found = (...records: DnsRecord[]): DnsAnswer => ({ status: 'NOERROR', records });
const v4 = (...addresses: string[]) => found(...addresses.map((address) => ({ type: 'A' as const, address })));
const nat64 = (embedded: string) => found({ type: 'AAAA', address: `${NAT64_PREFIX}${embedded}` });

const HOME = v4('127.0.0.1');
const HOME_BY_NAT64 = nat64('7f00:1');
const NOTHING = found();
const DROPPED: DnsAnswer = { ...NOTHING, isDropped: true };
const FAILURE: DnsAnswer = { status: 'SERVFAIL', records: [] };
const LATE_MS = 1_000;

interface Fault {
  name: string;
  what: string;
  outcome: Outcome;
  expect: string;
  dns: { A: DnsAnswer; AAAA: DnsAnswer };
}

const FAULTS: readonly Fault[] = [
  {
    name: 'aaaa-dropped',
    what: 'AAAA questions are never answered',
    outcome: 'page',
    expect: 'is read without waiting for the answer',
    dns: { A: HOME, AAAA: DROPPED },
  },
  {
    name: 'aaaa-denied',
    what: 'AAAA questions are answered as if the name did not exist',
    outcome: 'page',
    expect: 'is read: the A record counts',
    dns: { A: HOME, AAAA: { status: 'NXDOMAIN', records: [] } },
  },
  {
    name: 'aaaa-broken',
    what: 'AAAA questions fail',
    outcome: 'page',
    expect: 'is read: the A record counts',
    dns: { A: HOME, AAAA: FAILURE },
  },
  {
    name: 'dns-late',
    what: 'a name server that takes a second',
    outcome: 'page',
    expect: 'is read',
    dns: { A: { ...HOME, lateMs: LATE_MS }, AAAA: { ...NOTHING, lateMs: LATE_MS } },
  },
  {
    name: 'dns-broken',
    what: 'a name server that fails',
    outcome: 'failed',
    expect: 'could not look; the site is not gone',
    dns: { A: FAILURE, AAAA: FAILURE },
  },
  {
    name: 'dns-silent',
    what: 'a name server that never answers',
    outcome: 'failed',
    expect: 'could not look, within the time limit; the site is not gone',
    dns: { A: DROPPED, AAAA: DROPPED },
  },
  {
    name: 'nat64',
    what: 'has an AAAA record only, made by DNS64 from an IPv4 address',
    outcome: 'page',
    expect: 'is read: the embedded address is the one that counts',
    dns: { A: NOTHING, AAAA: HOME_BY_NAT64 },
  },
  {
    name: 'a-dropped',
    what: 'A questions are never answered, AAAA questions are',
    outcome: 'page',
    expect: 'is read after a short wait for the other answer',
    dns: { A: DROPPED, AAAA: HOME_BY_NAT64 },
  },
  {
    name: 'nat64-private',
    what: 'an AAAA record with a private IPv4 address in it',
    outcome: 'refused',
    expect: 'nothing is dialed: behind NAT64 it would lead into the private network',
    dns: { A: NOTHING, AAAA: nat64('a00:1') },
  },
  {
    name: 'dns-mixed',
    what: 'a good A record and a private one',
    outcome: 'refused',
    expect: 'nothing is dialed, not even the good address',
    dns: { A: v4('127.0.0.1', '10.0.0.1'), AAAA: NOTHING },
  },
];

export const NAME_SERVERS: readonly TrapHost[] = FAULTS.map(({ name, dns, ...trap }) => ({
  host: `${name}.${LOOKED_UP_ZONE}`,
  dns: (type: RecordType) => (type === 'A' || type === 'AAAA' ? dns[type] : NOTHING),
  traps: [
    {
      ...trap,
      path: '/',
      answer: (exchange) =>
        page(exchange, `Welcome to ${name}`, words('You have found this host in spite of its DNS.')),
    },
  ],
}));
