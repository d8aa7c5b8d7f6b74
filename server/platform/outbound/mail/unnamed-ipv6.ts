// The IPv6 address that mail servers would see, if it has no reverse DNS name: large operators refuse such servers.

import { createSocket } from 'node:dgram';
import { NODATA, NOTFOUND } from 'node:dns/promises';
import { nameServers } from '../connecting/resolver.ts';
import { systemCode } from '../outbound-error.ts';

export interface UnnamedIpv6Options {
  /** For tests: the source address of connections (undefined if none), and the names of an address. */
  sourceAddress?: () => Promise<string | undefined>;
  reverse?: (address: string) => Promise<string[]>;
}

/** Undefined if there is no such address, it has a name, or DNS could not be asked. Never rejects. */
export async function unnamedIpv6(options: UnnamedIpv6Options = {}): Promise<string | undefined> {
  const { sourceAddress = ipv6Source, reverse = (address) => nameServers()().reverse(address) } = options;
  const address = await sourceAddress().catch(() => undefined);
  if (address === undefined) return undefined;
  const names = await reverse(address).catch((error: unknown) => (isMissing(error) ? [] : undefined));
  return names?.length === 0 ? address : undefined;
}

const isMissing = (error: unknown) => systemCode(error) === NOTFOUND || systemCode(error) === NODATA;

// One of Google's name servers. Nothing is sent to it: connecting a UDP socket only asks the system for the route.
const ELSEWHERE = '2001:4860:4860::8888';

function ipv6Source(): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = createSocket('udp6');
    const end = (address?: string) => {
      socket.close();
      resolve(address);
    };
    socket.once('error', () => end());
    socket.connect(25, ELSEWHERE, () => end(socket.address().address));
  });
}
