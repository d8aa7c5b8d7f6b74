// Our own verifier with made-up DNS in front of the test's mail servers. Public names lead to loopback only here.

import type { Kdb } from '../../../platform/db.ts';
import { dialTcp } from '../../../platform/outbound/connecting/dialer.ts';
import { createMailConnector, type MailConnector } from '../../../platform/outbound/mail/mail-connector.ts';
import type { MailLookup } from '../../../platform/outbound/mail/mail-exchanges.ts';
import { createOutbound } from '../../../platform/outbound/outbound.ts';
import type { Call } from '../../provider.ts';
import type { OwnVerifierOptions } from '../zeus-own.ts';
import { createOwnVerifier } from '../zeus-own.ts';
import type { MailServer } from './mail-server.ts';

/** What the verifier stores. */
export const mailTables = [
  'email_verifications',
  'mail_domains',
  'mail_hosts',
  'mail_host_slots',
  'mail_operators',
  'mail_replies',
];

export const call: Call = { outbound: createOutbound(), log: { warn: () => undefined } };

/** Hosts of a domain by name; a host without a server refuses connections. */
export interface Net {
  exchanges: Record<string, string[] | Awaited<ReturnType<MailLookup>> | Error>;
  servers: Record<string, MailServer>;
}

// Each host has its own public IP address, by its position in the list.
const NUMBER = '93.184.216.';

function connectorTo({ exchanges, servers }: Net): MailConnector & { dialled: string[] } {
  const hosts = [...new Set(Object.values(exchanges).flatMap((found) => (Array.isArray(found) ? found : [])))];
  const dialled: string[] = [];
  const connector = createMailConnector({
    lookUp: async (domain) => {
      const found = exchanges[domain] ?? { kind: 'none', why: 'no-such-domain' };
      if (found instanceof Error) throw found;
      return Array.isArray(found) ? { kind: 'hosts', hosts: found } : found;
    },
    resolve: async (host) => {
      if (host.startsWith('private.')) return ['10.0.0.1'];
      const own = `${NUMBER}${hosts.indexOf(host) + 1}`;
      if (host.startsWith('mixed.')) return [own, 'fd00::1'];
      return host.startsWith('missing.') ? [] : [own];
    },
    dial: (address, _port, signal) => {
      const host = hosts[Number(address.slice(NUMBER.length)) - 1] ?? '';
      dialled.push(host);
      const server = servers[host];
      if (server === undefined) throw new Error('nothing listens there');
      return dialTcp('127.0.0.1', server.port, signal);
    },
  });
  return { ...connector, dialled };
}

export function ownVerifier(db: Kdb, net: Net, given: Partial<OwnVerifierOptions> = {}) {
  const connector = connectorTo(net);
  const { limits, ...rest } = given;
  const verifier = createOwnVerifier({
    db,
    connector,
    hello: 'zeus.example',
    sender: 'verify@zeus.example',
    limits: { pauseMs: 0, holdMs: 0, ...limits },
    ...rest,
  });
  return { verifier, dialled: connector.dialled };
}
