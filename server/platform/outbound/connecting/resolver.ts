// Looks up the addresses of a public name in DNS. It asks the name servers directly, so hosts files, search domains and local
// naming services don't matter, and a slow server cannot block the thread pool that files and zlib share.

import { NODATA, NOTFOUND, Resolver as NodeResolver } from 'node:dns/promises';
import { systemCode } from '../outbound-error.ts';

/** All addresses of a host, IPv4 and IPv6; an empty list if the name has none. Throws if DNS could not be asked. */
export type Resolver = (host: string) => Promise<string[]>;

// Some name servers and firewalls drop AAAA queries, and waiting for the timeout takes 6 to 16 seconds. RFC 8305 suggests 50 ms
// for the AAAA answer once the A answer is there. The A answer gets longer, because this machine may not have IPv6.
const GRACE_MS = { v6: 50, v4: 1_000 };

/**
 * A resolver over the machine's configured name servers, or the given ones. Once one family has answered, the other only
 * gets a short grace period.
 */
export function createResolver(servers?: readonly string[]): Resolver {
  const dns = nameServers(servers);
  return async (host) => {
    const v6 = answerOf(dns().resolve6(host));
    const v4 = answerOf(dns().resolve4(host));
    const answers = await Promise.all([
      Promise.race([v6, graceAfter(v4, isDecisive, GRACE_MS.v6)]),
      Promise.race([v4, graceAfter(v6, hasAddresses, GRACE_MS.v4)]),
    ]);
    const addresses = answers.flatMap((answer) => answer.addresses);
    const failure = answers.find((answer) => answer.error !== undefined && !isNoSuchName(answer.error));
    if (addresses.length === 0 && failure !== undefined) throw failure.error;
    return addresses;
  };
}

interface Answer {
  addresses: string[];
  error?: unknown;
}

function answerOf(asked: Promise<string[]>): Promise<Answer> {
  return asked.then(
    (addresses) => ({ addresses }),
    (error: unknown) => ({ addresses: [], error }),
  );
}

/** Resolves with no addresses once the other family has a sufficient answer and the grace period is over. */
function graceAfter(other: Promise<Answer>, suffices: (answer: Answer) => boolean, ms: number): Promise<Answer> {
  return new Promise((resolve) => {
    void other.then((answer) => {
      if (suffices(answer)) setTimeout(() => resolve({ addresses: [] }), ms).unref();
    });
  });
}

function hasAddresses({ addresses }: Answer): boolean {
  return addresses.length > 0;
}

/** For A only, where NXDOMAIN is reliable: some servers wrongly send it for AAAA (RFC 4074). */
function isDecisive(answer: Answer): boolean {
  return hasAddresses(answer) || systemCode(answer.error) === NOTFOUND;
}

// Recreated this often (0.1 ms each time), so that a change of the machine's name servers is noticed.
const RENEW_MS = 10_000;

// After a few quick answers, c-ares expects the next ones within 250 ms, and doubles that for each attempt. Two attempts were over
// before a name server on another continent had answered; five last 3 to 10 seconds.
const DNS_LIMITS = { timeout: 2_000, maxTimeout: 2_000, tries: 5 };

/** The machine's configured name servers, or the given ones. */
export function nameServers(servers?: readonly string[]): () => NodeResolver {
  let dns: NodeResolver | undefined;
  let madeAt = 0;
  return () => {
    if (dns && performance.now() - madeAt < RENEW_MS) return dns;
    dns = new NodeResolver(DNS_LIMITS);
    madeAt = performance.now();
    if (servers !== undefined) dns.setServers(servers);
    return dns;
  };
}

const NO_SUCH_NAME: ReadonlySet<string> = new Set([NOTFOUND, NODATA]);

function isNoSuchName(error: unknown): boolean {
  return NO_SUCH_NAME.has(systemCode(error));
}
