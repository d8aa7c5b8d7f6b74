// IPv6-only networks reach IPv4 through NAT64: their DNS returns IPv6 addresses with the IPv4 address embedded (RFC 6052).
// Connecting to one reaches the embedded address, so that is the one to judge. Besides the well-known prefix, a network can
// have its own, found by looking up a name that only has two well-known IPv4 addresses (RFC 7050).

import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Resolver } from './resolver.ts';

export interface Nat64Prefix {
  bytes: readonly number[];
}

/** The prefixes in use on this network. Never rejects: if DNS fails, only the well-known prefix is assumed. */
export type Nat64Prefixes = () => Promise<readonly Nat64Prefix[]>;

const PROBE = 'ipv4only.arpa';
const PROBE_ADDRESSES = new Set(['192.0.0.170', '192.0.0.171']);
const LENGTHS = [96, 64, 56, 48, 40, 32];
// For a prefix outside public address space only the full length is accepted: with a shorter one, the bits after the
// embedded address could select a machine on the local network.
const LOCAL_LENGTHS = [96];
const WELL_KNOWN: Nat64Prefix = { bytes: bytesOf('64:ff9b::').slice(0, 12) };
// A server rarely changes its network; a failed lookup is retried soon.
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

/** The IPv4 address embedded in an IPv6 address with one of these prefixes, if any. */
export function embeddedIpv4(address: string, prefixes: readonly Nat64Prefix[]): string | undefined {
  if (isIP(address) !== 6 || address.includes('%')) return undefined;
  const bytes = bytesOf(address);
  const prefix = prefixes.find((one) => one.bytes.every((byte, at) => bytes[at] === byte));
  return prefix === undefined ? undefined : embeddedAfter(bytes, prefix.bytes.length);
}

function prefixIn(address: string): Nat64Prefix[] {
  if (isIP(address) !== 6) return [];
  const bytes = bytesOf(address);
  const isGlobal = ((bytes[0] as number) & 0xe0) === 0x20;
  const length = (isGlobal ? LENGTHS : LOCAL_LENGTHS).find((bits) =>
    PROBE_ADDRESSES.has(embeddedAfter(bytes, bits / 8)),
  );
  return length === undefined ? [] : [{ bytes: bytes.slice(0, length / 8) }];
}

/** The four bytes after the prefix, skipping the ninth byte of the address, which is reserved. */
function embeddedAfter(bytes: readonly number[], length: number): string {
  const behind = bytes.filter((_, at) => at >= length && (at !== 8 || length > 8));
  return behind.slice(0, 4).join('.');
}

function bytesOf(address: string): number[] {
  return ipaddr.IPv6.parse(address).toByteArray();
}
