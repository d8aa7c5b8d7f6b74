// Networks that reach IPv4 only through NAT64 answer DNS questions with IPv6 addresses that carry the IPv4 address
// (RFC 6052). Such an address leads wherever the carried one leads, so that is the one to judge. The well-known prefix
// is known to all; a network's own is found as RFC 7050 says: by looking up a name that only has two known IPv4 addresses.

import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Resolver } from './resolver.ts';

export interface Nat64Prefix {
  bytes: readonly number[];
}

/** Which prefixes this network uses. Never rejects: when DNS cannot be asked, the well-known prefix is all there is. */
export type Nat64Prefixes = () => Promise<readonly Nat64Prefix[]>;

const PROBE = 'ipv4only.arpa';
const PROBE_ADDRESSES = new Set(['192.0.0.170', '192.0.0.171']);
const LENGTHS = [96, 64, 56, 48, 40, 32];
// Outside of the public addresses only the longest prefix is believed: behind a shorter one, bits that are not judged
// could name a machine of the local network.
const LOCAL_LENGTHS = [96];
const WELL_KNOWN: Nat64Prefix = { bytes: bytesOf('64:ff9b::').slice(0, 12) };
// A server does not change its network often; after a failed question the next try comes soon.
const KEEP_MS = { found: 10 * 60_000, failed: 30_000 };

export function createNat64Prefixes(resolve: Resolver): Nat64Prefixes {
  let known: Promise<readonly Nat64Prefix[]> | undefined;
  let until = 0;
  return () => {
    if (known && performance.now() < until) return known;
    until = performance.now() + KEEP_MS.found;
    known = resolve(PROBE).then(
      (addresses) => [WELL_KNOWN, ...addresses.flatMap(prefixIn)],
      () => {
        until = performance.now() + KEEP_MS.failed;
        return [WELL_KNOWN];
      },
    );
    return known;
  };
}

/** The IPv4 address that an IPv6 address carries under one of the prefixes; undefined when it carries none. */
export function carriedIpv4(address: string, prefixes: readonly Nat64Prefix[]): string | undefined {
  if (isIP(address) !== 6 || address.includes('%')) return undefined;
  const bytes = bytesOf(address);
  const prefix = prefixes.find((one) => one.bytes.every((byte, at) => bytes[at] === byte));
  return prefix === undefined ? undefined : carriedBehind(bytes, prefix.bytes.length);
}

function prefixIn(address: string): Nat64Prefix[] {
  if (isIP(address) !== 6) return [];
  const bytes = bytesOf(address);
  const isGlobal = ((bytes[0] as number) & 0xe0) === 0x20;
  const length = (isGlobal ? LENGTHS : LOCAL_LENGTHS).find((bits) =>
    PROBE_ADDRESSES.has(carriedBehind(bytes, bits / 8)),
  );
  return length === undefined ? [] : [{ bytes: bytes.slice(0, length / 8) }];
}

/** The four bytes behind a prefix; the ninth byte of the address is never one of them. */
function carriedBehind(bytes: readonly number[], length: number): string {
  const behind = bytes.filter((_, at) => at >= length && (at !== 8 || length > 8));
  return behind.slice(0, 4).join('.');
}

function bytesOf(address: string): number[] {
  return ipaddr.IPv6.parse(address).toByteArray();
}
