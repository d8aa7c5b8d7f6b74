// The dialer for web servers: the public internet, and the practice web if it runs, on loopback only. One zone of the practice
// web is looked up in its DNS, by the same resolver and with the same checks, so that DNS faults can be practiced.

import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { createDialer, type Dial, type Dialer, type DialerOptions, dialTcp } from './dialer.ts';
import { createResolver, type Resolver } from './resolver.ts';
import type { Practice } from './target.ts';

/** Throws like a dialer. */
export function createWebDialer(options: DialerOptions & { practice?: Practice | undefined }): Dialer {
  const publicDialer = createDialer(options);
  if (options.practice === undefined) return publicDialer;
  const practiceDialer = createPracticeDialer(options.practice, options.dial);
  return (place, signal) => (place.practice ? practiceDialer : publicDialer)(place, signal);
}

function createPracticeDialer(practice: Practice, dial: Dial = dialTcp): Dialer {
  return createDialer({
    resolve: practiceResolver(practice),
    allows: isLoopback,
    dial: (address, port, signal) => dial(throughNat64(address), port, signal),
  });
}

function practiceResolver({ dnsServer, dnsZone }: Practice): Resolver {
  if (!dnsServer || !dnsZone) return async () => ['127.0.0.1'];
  const lookUp = createResolver([dnsServer]);
  // Also looks up the NAT64 prefix.
  const isLookedUp = (host: string) => host.endsWith(`.${dnsZone}`) || !host.endsWith('.localhost');
  return async (host) => (isLookedUp(host) ? lookUp(host) : ['127.0.0.1']);
}

/** Not ::1: the practice web listens on IPv4 only. */
export function isLoopback(address: string): boolean {
  return /^127\.\d+\.\d+\.\d+$/.test(address);
}

// An IPv6 address gets here only if it embeds an address on loopback. Loopback has no NAT64 router, so we play its part.
function throughNat64(address: string): string {
  return isIP(address) === 6 ? ipaddr.IPv6.parse(address).toByteArray().slice(12).join('.') : address;
}
