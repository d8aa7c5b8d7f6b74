// The DNS of the practice web as a function: the answer for a name and a type.

import { WEBMAIL_HOST } from '../data/people.ts';
import { numberOf } from '../data/random.ts';
import type { MailPolicy, World } from '../data/types.ts';
import { MAIL_TRAPS, policyOf } from '../mail/verdicts.ts';

export type RecordType = 'A' | 'AAAA' | 'MX' | 'TXT';

export type DnsRecord =
  | { type: 'A'; address: string }
  | { type: 'AAAA'; address: string }
  | { type: 'MX'; priority: number; exchange: string }
  | { type: 'TXT'; text: string };

export interface DnsAnswer {
  status: 'NOERROR' | 'NXDOMAIN' | 'SERVFAIL';
  records: DnsRecord[];
  /** Over UDP, it arrives this much later. */
  lateMs?: number;
  /** Over UDP, it never arrives. */
  isDropped?: boolean;
}

/** The mail server there refuses every client. */
export const BLOCKING_ADDRESS = '127.0.0.2';
/** Nothing listens there. */
const SILENT_ADDRESS = '127.0.0.9';

const SHARED_EXCHANGES = ['mx1.postrelay.localhost', 'aspmx.bigmail.localhost', 'mx.harbourmail.localhost'] as const;
const SPECIAL_EXCHANGES: Record<string, string> = {
  'mx.silent.localhost': SILENT_ADDRESS,
  'mx.fortress.localhost': BLOCKING_ADDRESS,
};

/** Websites under this name are found by DNS; all others are at 127.0.0.1, whatever their mail domains' records say. */
export const LOOKED_UP_ZONE = 'lookedup.localhost';

/** A name whose only purpose is to show a client the prefix of its NAT64 network (RFC 7050). */
const NAT64_PROBE = 'ipv4only.arpa';
export const NAT64_PREFIX = 'fd00:64::';

const none = (status: DnsAnswer['status'] = 'NOERROR'): DnsAnswer => ({ status, records: [] });

export type Zone = (name: string, type: RecordType) => DnsAnswer;

/** A name beyond the sites and mail domains that must resolve. */
export interface ZoneHost {
  host: string;
  /** Answers for it; by default it is at 127.0.0.1. */
  dns?: (type: RecordType) => DnsAnswer;
}

export function createZone(world: World, hosts: readonly ZoneHost[]): Zone {
  const answersOf = new Map(hosts.map(({ host, dns }) => [host, dns]));
  const known = new Set<string>([
    ...world.siteByHost.keys(),
    ...world.sites.map((site) => site.mailDomain),
    WEBMAIL_HOST,
    ...MAIL_TRAPS.keys(),
    ...answersOf.keys(),
  ]);
  return (asked, type) => {
    const name = asked.toLowerCase().replace(/\.$/, '');
    if (isExchange(name)) return type === 'A' ? address(SPECIAL_EXCHANGES[name] ?? '127.0.0.1') : none();
    if (name === NAT64_PROBE) return type === 'AAAA' ? address(`${NAT64_PREFIX}c000:aa`, type) : none();
    if (!known.has(name)) return none('NXDOMAIN');
    const answers = answersOf.get(name);
    if (answers !== undefined) return answers(type);
    const policy = policyOf(world, name);
    if (policy === 'servfail') return none('SERVFAIL');
    if (type === 'A') return policy === 'no-mx' ? none() : address('127.0.0.1');
    if (type === 'MX' && policy !== null) return exchanges(name, policy);
    if (type === 'TXT' && policy === 'mailboxes')
      return { status: 'NOERROR', records: [{ type: 'TXT', text: 'v=spf1 mx -all' }] };
    return none();
  };
}

// The names of large operators, before `.localhost`: a verifier recognizes them by their MX.
const OPERATOR_EXCHANGE = /\.(?:(?:mail|olc)\.protection\.outlook\.com|pphosted\.com|yahoodns\.net)\.localhost$/;

const isExchange = (name: string) =>
  OPERATOR_EXCHANGE.test(name) ||
  name in SPECIAL_EXCHANGES ||
  SHARED_EXCHANGES.some((one) => one === name) ||
  name.startsWith('mail.');

const address = (value: string, type: 'A' | 'AAAA' = 'A'): DnsAnswer => ({
  status: 'NOERROR',
  records: [{ type, address: value }],
});

function exchanges(domain: string, policy: MailPolicy): DnsAnswer {
  return {
    status: 'NOERROR',
    records: exchangeNames(domain, policy).map((exchange, index) => ({
      type: 'MX',
      priority: exchange === '' ? 0 : 10 * (index + 1),
      exchange,
    })),
  };
}

function exchangeNames(domain: string, policy: MailPolicy): string[] {
  const shared = SHARED_EXCHANGES[numberOf(domain) % SHARED_EXCHANGES.length] ?? SHARED_EXCHANGES[0];
  switch (policy) {
    case 'no-mx':
    case 'implicit-mx':
      return [];
    case 'null-mx':
      return [''];
    case 'closed':
      return ['mx.silent.localhost'];
    case 'blocked-at-connect':
      return ['mx.fortress.localhost'];
    case 'second-mx':
      return ['mx.silent.localhost', shared];
    case 'mailboxes':
      return [shared];
    case 'blocked-by-operator':
      return [`${domain.replaceAll('.', '-')}.olc.protection.outlook.com.localhost`];
    case 'edge':
      return [`${domain.replaceAll('.', '-')}.mail.protection.outlook.com.localhost`];
    case 'gateway':
      return ['mx0a.pphosted.com.localhost'];
    case 'unseen':
      return ['mta5.am0.yahoodns.net.localhost'];
    default:
      return [`mail.${domain}`];
  }
}
