// Looks up which hosts receive a domain's email: its MX records, otherwise the domain itself (RFC 5321, section 5.1).

import { NODATA, NOTFOUND, type Resolver as NodeResolver } from 'node:dns/promises';
import { createResolver, nameServers } from '../connecting/resolver.ts';
import { OutboundError, systemCode } from '../outbound-error.ts';

export type MailExchanges =
  /** In the order to try them. */
  | { kind: 'hosts'; hosts: string[] }
  /** `null-mx`: the domain states that it receives no email (RFC 7505). */
  | { kind: 'none'; why: 'no-such-domain' | 'no-address' | 'null-mx' };

/** Throws OutboundError `dns` if DNS could not be asked. */
export type MailLookup = (domain: string) => Promise<MailExchanges>;

interface MxRecord {
  exchange: string;
  priority: number;
}

/** A lookup over the machine's configured name servers, or the given ones. Two attempts of two seconds each. */
export function createMailLookup(servers?: readonly string[]): MailLookup {
  const dns = nameServers(servers);
  const resolve = createResolver(servers);
  return async (domain) => {
    try {
      const records = await askMx(domain, dns());
      if (records === 'no-such-domain') return { kind: 'none', why: records };
      if (records.length > 0) return fromRecords(records);
      const addresses = await resolve(domain);
      return addresses.length > 0 ? { kind: 'hosts', hosts: [domain] } : { kind: 'none', why: 'no-address' };
    } catch (error) {
      throw new OutboundError('dns', `The mail servers of ${domain} could not be looked up.`, { cause: error });
    }
  };
}

async function askMx(domain: string, dns: NodeResolver): Promise<MxRecord[] | 'no-such-domain'> {
  try {
    return await dns.resolveMx(domain);
  } catch (error) {
    if (systemCode(error) === NODATA) return [];
    if (systemCode(error) === NOTFOUND) return 'no-such-domain';
    throw error;
  }
}

function fromRecords(records: MxRecord[]): MailExchanges {
  const named = records.filter(({ exchange }) => exchange !== '' && exchange !== '.');
  if (named.length === 0) return { kind: 'none', why: 'null-mx' };
  // Equal ones in random order, to share the load.
  const tickets = named.map((record) => ({ ...record, ticket: Math.random() }));
  tickets.sort((a, b) => a.priority - b.priority || a.ticket - b.ticket);
  const hosts = tickets.map(({ exchange }) => exchange.toLowerCase().replace(/\.$/, ''));
  return { kind: 'hosts', hosts: [...new Set(hosts)] };
}
