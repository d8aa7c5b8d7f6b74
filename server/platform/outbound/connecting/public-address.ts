// The address policy as one pure function: which IP addresses belong to the public internet. Everything not known to be public is
// refused. The outbound client and the proxy both check here, right before they connect.

import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

// Only this IPv6 block is allocated for the public internet (RFC 4291, IANA registry).
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

// Ranges that ipaddr.js counts as ordinary unicast, and why we refuse them.
const REFUSED_V4 = [
  '168.63.129.16/32', // Azure's host agent: a public address that always means the machine's own host
].map((range) => ipaddr.IPv4.parseCIDR(range));

const REFUSED_V6 = [
  '3ffe::/16', // the old 6bone, returned
].map((range) => ipaddr.IPv6.parseCIDR(range));

/** Whether a plain IP address is on the public internet. False for anything else. */
export function isPublicAddress(ip: string): boolean {
  const family = isIP(ip);
  if (family === 4) return isPublicV4(ipaddr.IPv4.parse(ip));
  if (family === 6 && !ip.includes('%')) return isPublicV6(ipaddr.IPv6.parse(ip));
  return false;
}

function isPublicV4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && !REFUSED_V4.some((range) => address.match(range));
}

// IPv4-mapped, IPv4-compatible and NAT64 addresses are outside 2000::/3; 6to4, Teredo, ORCHID, documentation, benchmarking and
// the rest of 2001::/23 have range names of their own.
function isPublicV6(address: ipaddr.IPv6): boolean {
  if (!address.match(GLOBAL_UNICAST) || address.range() !== 'unicast') return false;
  return !isIsatap(address) && !REFUSED_V6.some((range) => address.match(range));
}

// ISATAP (RFC 5214) hides an IPv4 address behind the interface id [0000|0200]:5efe in any prefix.
function isIsatap(address: ipaddr.IPv6): boolean {
  const [, , , , high = 0, low = 0] = address.parts;
  return (high & 0xfdff) === 0 && low === 0x5efe;
}
