// Asks DNS for the addresses of a public name. It asks the name servers directly: hosts files, search domains and
// local naming services have no say here, and a slow server cannot block the thread pool that files and zlib share.

import { NODATA, NOTFOUND, Resolver as NodeResolver } from 'node:dns/promises';
import { systemCode } from '../outbound-error.ts';

/** All addresses of a host, IPv4 and IPv6; an empty list when the name has none. Throws when DNS could not be asked. */
export type Resolver = (host: string) => Promise<string[]>;

/** A resolver over the machine's configured name servers, or the given ones. Two tries of two seconds each. */
export function createResolver(servers?: readonly string[]): Resolver {
  return async (host) => {
    // A new one each time (0.1 ms), so that a change of the machine's name servers is noticed.
    const dns = new NodeResolver({ timeout: 2_000, tries: 2 });
    if (servers !== undefined) dns.setServers(servers);
    const [v6, v4] = await Promise.allSettled([dns.resolve6(host), dns.resolve4(host)]);
    const addresses = [v6, v4].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    const failure = [v6, v4].find((answer) => answer.status === 'rejected' && !isNoSuchName(answer.reason));
    if (addresses.length === 0 && failure?.status === 'rejected') throw failure.reason;
    return addresses;
  };
}

const NO_SUCH_NAME: ReadonlySet<string> = new Set([NOTFOUND, NODATA]);

function isNoSuchName(error: unknown): boolean {
  return NO_SUCH_NAME.has(systemCode(error));
}
