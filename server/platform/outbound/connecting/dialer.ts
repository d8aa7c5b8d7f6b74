// Opens connections, and only to addresses the policy allows. A name is resolved here, every answer is checked, and the socket
// goes to one of the checked IP addresses: no second lookup happens in between. One answer that is not public refuses the whole
// name, so mixing good and bad answers gains nothing. On NAT64 networks, an IPv6 address with an embedded IPv4 address is
// judged by the latter.

import { connect, isIP, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { OutboundError } from '../outbound-error.ts';
import { firstToConnect } from './first-to-connect.ts';
import { createNat64Prefixes, embeddedIpv4 } from './nat64.ts';
import { isPublicAddress } from './public-address.ts';
import type { Resolver } from './resolver.ts';
import { notPublic, type Target } from './target.ts';

/** Opens a TCP connection to an IP address. Replaced in tests, so that no packet leaves the machine. */
export type Dial = (address: string, port: number, signal: AbortSignal) => Promise<Socket>;

/** Where to connect: a whole URL, or only the relevant parts. */
export type Place = Pick<Target, 'host' | 'port' | 'practice'>;

export type Dialer = (place: Place, signal: AbortSignal) => Promise<Socket>;

export interface DialerOptions {
  resolve: Resolver;
  dial?: Dial;
  own?: () => Set<string>;
  /** Which IP addresses may be dialed; by default those of the public internet that are not this machine's. */
  allows?: (address: string) => boolean;
}

/**
 * Creates the function that connects to a target. It throws OutboundError: `refused`, `dns`, `connect`, or the signal's reason.
 */
export function createDialer(options: DialerOptions): Dialer {
  const { resolve, dial = dialTcp, own = ownAddresses } = options;
  const allows = options.allows ?? ((address) => isPublicAddress(address) && !own().has(address));
  const prefixes = createNat64Prefixes(resolve);
  return async (target, signal) => {
    const addresses = isIP(target.host) ? [target.host] : await ask(target.host, resolve, signal);
    const hasV6 = addresses.some((item) => isIP(item) === 6);
    const nat64 = hasV6 ? await unlessAborted(prefixes(), signal) : [];
    const isAllowed = (address: string) => {
      const embedded = embeddedIpv4(address, nat64);
      return embedded === undefined ? allows(address) : allows(embedded) && !own().has(address);
    };
    const bad = addresses.find((item) => !isAllowed(item));
    if (bad !== undefined) throw notPublic(target.host, new Error(`${target.host} leads to ${bad}`));
    signal.throwIfAborted();
    try {
      return await firstToConnect(addresses, (address, stop) => dial(address, target.port, stop), signal);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw new OutboundError('connect', `${target.host} does not accept connections.`, { cause: error });
    }
  };
}

async function ask(host: string, resolve: Resolver, signal: AbortSignal): Promise<string[]> {
  const answers = await unlessAborted(resolve(host), signal).catch((error: unknown) => {
    if (signal.aborted) throw signal.reason;
    throw new OutboundError('dns', `The host name ${host} could not be resolved.`, { cause: error });
  });
  if (answers.length === 0) throw new OutboundError('dns', `${host} does not exist.`, { retryable: false });
  return answers;
}

// A public IP address can be this machine's own; services listening on it expect a firewall in front of them.
function ownAddresses(): Set<string> {
  return new Set(Object.values(networkInterfaces()).flatMap((list) => list?.map((item) => item.address) ?? []));
}

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** The real dial: gets an IP address, so nothing is looked up again. Rejects if it cannot connect. */
export const dialTcp: Dial = (address, port, signal) =>
  new Promise((resolve, reject) => {
    if (isIP(address) === 0) throw new TypeError('dial takes an IP address');
    const socket = connect({ host: address, port, noDelay: true });
    const stop = () => socket.destroy(signal.reason);
    const forget = () => {
      signal.removeEventListener('abort', stop);
      socket.off('connect', connected).off('error', failed);
    };
    const connected = () => {
      forget();
      socket.on('error', () => undefined); // it may break before its user listens
      resolve(socket);
    };
    const failed = (error: Error) => {
      forget();
      reject(error);
    };
    signal.addEventListener('abort', stop, { once: true });
    socket.once('connect', connected).once('error', failed);
  });
