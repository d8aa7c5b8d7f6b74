// Large operators refuse mail from an IPv6 address without a reverse DNS name, and say so only when they are asked. This is
// looked up once when a worker starts.

import { createSocket } from 'node:dgram';
import { NODATA, NOTFOUND } from 'node:dns/promises';
import type { Context } from '../../platform/context.ts';
import { nameServers } from '../../platform/outbound/connecting/resolver.ts';
import { systemCode } from '../../platform/outbound/outbound-error.ts';

export interface OwnAddressParts {
  /** The IPv6 address that connections leave from; undefined when there is none. */
  sourceAddress?: () => Promise<string | undefined>;
  /** The names of an address. Rejects with the codes of DNS. */
  reverse?: (address: string) => Promise<string[]>;
}

type Parts = Pick<Context, 'config' | 'log' | 'practice'>;

/** Warns when mail servers would be reached from an IPv6 address without a name. Never rejects. */
export async function warnOfUnnamedIpv6({ config, log, practice }: Parts, parts: OwnAddressParts = {}): Promise<void> {
  const { sourceAddress = ipv6Source, reverse = (address) => nameServers()().reverse(address) } = parts;
  if (practice || config.mailChecks.ipv4Only) return;
  const address = await sourceAddress().catch(() => undefined);
  if (address === undefined) return;
  const names = await reverse(address).catch((error: unknown) => (isMissing(error) ? [] : undefined));
  if (names?.length !== 0) return;
  log.warn(
    { address },
    'the IPv6 address of this machine has no reverse DNS name (PTR), so large mail operators refuse it: add one, or set MAIL_CHECKS_OVER=ipv4',
  );
}

const isMissing = (error: unknown) => systemCode(error) === NOTFOUND || systemCode(error) === NODATA;

// A name server of Google. Nothing is sent to it: connecting a UDP socket only asks the system which way it would take.
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
