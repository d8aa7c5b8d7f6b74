// Starts the practice web: a small internet on loopback with web, DNS and mail. Engine and tests know it only through the ports
// and URLs this function returns.

import { buildWorld } from './data/build-world.ts';
import type { World } from './data/types.ts';
import { startDns } from './dns/start-dns.ts';
import { createZone, LOOKED_UP_ZONE } from './dns/zone.ts';
import { startMail } from './mail/start-mail.ts';
import { originOf } from './templates/view.ts';
import { createAuthority } from './tls/authority.ts';
import { TRAP_HOSTS } from './traps/all-traps.ts';
import { SPAM } from './traps/spam.ts';
import { trapOrigin } from './traps/trap.ts';
import { createVendors, VENDOR_HOST, type Vendors } from './vendors/vendor-host.ts';
import { CONTROL_HOST, METRICS_HOST } from './web/control-hosts.ts';
import { createHosts } from './web/hosts.ts';
import { startWeb } from './web/start-web.ts';

export interface PracticeOptions {
  /** 0 or omitted: a free port, for each of the three. */
  port?: number;
  smtpPort?: number;
  dnsPort?: number;
  /** How long a greylisted recipient is deferred. */
  greylistMs?: number;
  /** How long the slow mail server takes. */
  slowMs?: number;
}

export interface PracticeWeb {
  /** Of http, and of https for the hosts that have it. */
  port: number;
  smtpPort: number;
  dnsPort: number;
  /** For `Resolver.setServers`. */
  dnsServer: string;
  /** Websites under this name are looked up there; the others are at 127.0.0.1. */
  dnsZone: string;
  /** The root of its certificates, as PEM. */
  rootCertificate: string;
  /** An index of the practice web for people. */
  url: string;
  truthUrl: string;
  metricsUrl: string;
  /** The base URL of the vendors' stand-ins. */
  vendorUrl: string;
  vendors: Vendors;
  /** Home pages of the sites to crawl, including link farms and parked names. */
  sites: string[];
  /** Home pages of the hosts that consist only of traps. */
  traps: string[];
  world: World;
  stop(): Promise<void>;
}

/** Listens on 127.0.0.1 only. Fails if a requested port is taken. */
export async function startPracticeWeb(options: PracticeOptions = {}): Promise<PracticeWeb> {
  const world = buildWorld();
  const authority = createAuthority();
  const zone = createZone(world, TRAP_HOSTS);
  const parts: { stop(): Promise<void> }[] = [];
  const started = <Part extends { stop(): Promise<void> }>(part: Part): Part => {
    parts.push(part);
    return part;
  };
  const stop = async () => void (await Promise.all(parts.map((part) => part.stop())));
  try {
    const mailOptions = {
      port: options.smtpPort ?? 0,
      greylistMs: options.greylistMs ?? 2_000,
      slowMs: options.slowMs ?? 700,
    };
    const mail = started(await startMail(world, mailOptions));
    const dns = started(await startDns(zone, options.dnsPort ?? 0));
    const spam = SPAM.map((one) => one.host);
    const addresses = (port: number) => {
      const front = (host: string) => `${originOf(host, port)}/`;
      return {
        ...{ port, smtpPort: mail.port, dnsPort: dns.port, dnsServer: `127.0.0.1:${dns.port}` },
        dnsZone: LOOKED_UP_ZONE,
        rootCertificate: authority.root,
        metricsUrl: front(METRICS_HOST),
        sites: [...world.sites.map((site) => front(site.host)), ...spam.map(front)],
      };
    };
    const vendors = createVendors(world, addresses);
    const hosts = createHosts(world, vendors, authority);
    const tls = { authority, setups: new Map(TRAP_HOSTS.flatMap(({ host, tls }) => (tls ? [[host, tls]] : []))) };
    const web = started(await startWeb(hosts, tls, options.port ?? 0));
    const front = (host: string) => `${originOf(host, web.port)}/`;
    return {
      ...addresses(web.port),
      url: front(CONTROL_HOST),
      truthUrl: `${front(CONTROL_HOST)}truth.json`,
      vendorUrl: `http://${VENDOR_HOST}:${web.port}`,
      vendors,
      traps: TRAP_HOSTS.filter(({ host }) => !spam.includes(host)).map((one) => `${trapOrigin(one, web.port)}/`),
      world,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
