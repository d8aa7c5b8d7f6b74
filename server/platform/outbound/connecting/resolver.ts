// Asks DNS for the addresses of a public name. It asks the name servers directly: hosts files, search domains and
// local naming services have no say here, and a slow server cannot block the thread pool that files and zlib share.

import { NODATA, NOTFOUND, Resolver as NodeResolver } from 'node:dns/promises';
import { systemCode } from '../outbound-error.ts';

/** All addresses of a host, IPv4 and IPv6; an empty list when the name has none. Throws when DNS could not be asked. */
export type Resolver = (host: string) => Promise<string[]>;

/** A resolver over the machine's configured name servers, or the given ones. Two tries of two seconds each. */
export function createResolver(servers?: readonly string[]): Resolver {
  const dns = nameServers(servers);
  return async (host) => {
    const [v6, v4] = await Promise.allSettled([dns().resolve6(host), dns().resolve4(host)]);
    const addresses = [v6, v4].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    const failure = [v6, v4].find((answer) => answer.status === 'rejected' && !isNoSuchName(answer.reason));
    if (addresses.length === 0 && failure?.status === 'rejected') throw failure.reason;
    return addresses;
  };
}

// Made anew so often (0.1 ms each time), so that a change of the machine's name servers is noticed.
const RENEW_MS = 10_000;

/** The way to the machine's configured name servers, or the given ones, with two tries of two seconds each. */
export function nameServers(servers?: readonly string[]): () => NodeResolver {
  let dns: NodeResolver | undefined;
  let madeAt = 0;
  return () => {
    if (dns && performance.now() - madeAt < RENEW_MS) return dns;
    dns = new NodeResolver({ timeout: 2_000, tries: 2 });
    madeAt = performance.now();
    if (servers !== undefined) dns.setServers(servers);
    return dns;
  };
}

const NO_SUCH_NAME: ReadonlySet<string> = new Set([NOTFOUND, NODATA]);

function isNoSuchName(error: unknown): boolean {
  return NO_SUCH_NAME.has(systemCode(error));
}
