// Connects to mail servers: port 25 of the hosts that DNS names for a domain, under the same address policy as the web. The
// engine speaks SMTP on the connection. One exception: mail domains under .localhost are looked up in the practice web's DNS
// and reached on loopback at its port.

import { isIP, isIPv4, type Socket } from 'node:net';
import { createDialer, type Dial } from '../connecting/dialer.ts';
import { isPublicAddress } from '../connecting/public-address.ts';
import { createResolver, type Resolver } from '../connecting/resolver.ts';
import { secure } from '../connecting/secure.ts';
import { isPublicName, notPublic } from '../connecting/target.ts';
import { isLoopback } from '../connecting/web-dialer.ts';
import { OutboundError } from '../outbound-error.ts';
import { cachedLookup } from './cached-lookup.ts';
import { createMailLookup, type MailExchanges, type MailLookup } from './mail-exchanges.ts';

export interface MailConnector {
  /** The mail servers of a domain, best first. Throws OutboundError `dns`. */
  exchangesOf(domain: string): Promise<MailExchanges>;
  /**
   * Connects to one of them. Throws OutboundError `refused`, `dns`, `connect`, `timeout`, or the signal's reason. `refused` is
   * retryable if the server also has a public address: others may reach it there.
   */
  connect(exchange: { domain: string; host: string }, signal: AbortSignal): Promise<Socket>;
  /** For STARTTLS; requires no certificate. Throws OutboundError `connect`, or the signal's reason; the socket is then closed. */
  encrypt(socket: Socket, host: string, signal: AbortSignal): Promise<Socket>;
}

export interface MailConnectorOptions {
  practice?: { port: number; dnsServer: string };
  /** For machines whose IPv6 address mail servers refuse. The practice web has no IPv6. */
  ipv4Only?: boolean;
  /** DNS and TCP together. */
  connectMs?: number;
  /** For tests: DNS answers and connections without a network. */
  lookUp?: MailLookup;
  resolve?: Resolver;
  dial?: Dial;
}

const SMTP_PORT = 25;
const DEFAULT_CONNECT_MS = 10_000;

/** Connects nothing before it is called. */
export function createMailConnector(options: MailConnectorOptions = {}): MailConnector {
  const { practice, dial } = options;
  const { lookUp = cachedLookup(createMailLookup()), resolve: resolveAll = cachedLookup(createResolver()) } = options;
  const resolve: Resolver = options.ipv4Only ? async (host) => (await resolveAll(host)).filter(isIPv4) : resolveAll;
  const outside = { lookUp, dial: createDialer({ resolve, dial }), port: SMTP_PORT, allows: isPublicName };
  const inside = practice && practiceParts(practice);
  const partsFor = (domain: string) => (inside && domain.endsWith('.localhost') ? inside : outside);

  return {
    async exchangesOf(domain) {
      const parts = partsFor(domain);
      return parts.allows(domain) ? parts.lookUp(domain) : { kind: 'none', why: 'no-such-domain' };
    },
    async connect({ domain, host }, signal) {
      const { dial: open, port, allows } = partsFor(domain);
      if (!allows(host) && isIP(host) === 0) throw notPublic(host);
      return inTime(host, signal, options.connectMs ?? DEFAULT_CONNECT_MS, async (stop) => {
        if (options.ipv4Only && (await hasIpv6Only(host, resolveAll))) throw noIpv4(host);
        try {
          return await open({ host, port, practice: false }, stop);
        } catch (error) {
          throw (await isPublicToo(error, host, resolveAll)) ? partlyPublic(host, error) : error;
        }
      });
    },
    encrypt: (socket, host, signal) => secure(socket, host, signal, 'mail'),
  };
}

/** Also false if DNS could not be asked: the dialer reports that. */
async function hasIpv6Only(host: string, resolve: Resolver): Promise<boolean> {
  const addresses = isIP(host) ? [host] : await resolve(host).catch(() => []);
  return addresses.length > 0 && !addresses.some(isIPv4);
}

/** One of its addresses is private, or this machine's own, but others may deliver email to it. Never rejects. */
async function isPublicToo(error: unknown, host: string, resolve: Resolver): Promise<boolean> {
  if (!(error instanceof OutboundError) || error.code !== 'refused') return false;
  const addresses = isIP(host) ? [host] : await resolve(host).catch(() => []);
  return addresses.some(isPublicAddress);
}

const partlyPublic = (host: string, cause: unknown) =>
  new OutboundError('refused', `${host} is not opened, because one of its addresses is private or our own.`, {
    cause,
    retryable: true,
  });

/** Not the same as a missing host: it accepts email, only we cannot reach it. */
const noIpv4 = (host: string) =>
  new OutboundError('connect', `${host} has IPv6 addresses only, and the settings allow IPv4 only.`);

function practiceParts({ port, dnsServer }: { port: number; dnsServer: string }) {
  return {
    lookUp: cachedLookup(createMailLookup([dnsServer])),
    dial: createDialer({
      resolve: cachedLookup(createResolver([dnsServer])),
      allows: isLoopback,
    }),
    port,
    allows: (name: string) => name.endsWith('.localhost'),
  };
}

async function inTime(
  host: string,
  signal: AbortSignal,
  ms: number,
  open: (signal: AbortSignal) => Promise<Socket>,
): Promise<Socket> {
  const limit = new AbortController();
  const timer = setTimeout(
    () => limit.abort(new OutboundError('timeout', `${host} did not accept a connection in time.`)),
    ms,
  );
  try {
    return await open(AbortSignal.any([signal, limit.signal]));
  } finally {
    clearTimeout(timer);
  }
}
