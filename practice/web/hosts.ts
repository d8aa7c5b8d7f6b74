// Which host name is served by what.

import type { World } from '../data/types.ts';
import { type Authority, CERTIFICATE_HOST } from '../tls/authority.ts';
import { TRAP_HOSTS } from '../traps/all-traps.ts';
import { serveTrapHost } from '../traps/trap.ts';
import { VENDOR_HOST, type Vendors } from '../vendors/vendor-host.ts';
import { createControlHosts } from './control-hosts.ts';
import type { Host } from './exchange.ts';
import { createSiteHost } from './site-host.ts';
import { createSocialHosts } from './social-hosts.ts';

export function createHosts(world: World, vendors: Vendors, authority: Authority): Map<string, Host> {
  return new Map<string, Host>([
    ...world.sites.map((site) => [site.host, createSiteHost(world, site)] as const),
    ...TRAP_HOSTS.map((one) => [one.host, serveTrapHost(one)] as const),
    ...createSocialHosts(world),
    ...createControlHosts(world),
    [CERTIFICATE_HOST, authority.serve],
    [VENDOR_HOST, vendors.host],
  ]);
}
