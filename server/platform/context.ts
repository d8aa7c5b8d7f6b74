// The first parameter of every rule and job: the services of the platform, already open.
import type { Config } from './config.ts';
import type { Database } from './db.ts';
import type { Live } from './live.ts';
import type { Log } from './log.ts';
import type { Mail } from './mail.ts';
import type { Metrics } from './metrics.ts';
import type { Outbound } from './outbound/outbound.ts';
import type { VendorOutbound } from './outbound/vendor-outbound.ts';
import type { Queue } from './queue.ts';
import type { Storage } from './storage.ts';

/** Where the practice web listens, if it runs. */
export interface Practice {
  port: number;
  smtpPort: number;
  /** For a DNS resolver: host and port. */
  dnsServer: string;
  /** Websites under this name are looked up there. */
  dnsZone?: string;
  /** The root of its certificates, as PEM. */
  rootCertificate?: string;
  metricsUrl: string;
  /** Home pages of its sites. */
  sites: string[];
}

export interface Context {
  config: Config;
  log: Log;
  db: Database;
  queue: Queue;
  live: Live;
  mail: Mail;
  metrics: Metrics;
  storage: Storage;
  outbound: Outbound;
  /** Reaches the vendor addresses that the operator set, and nothing else. */
  vendorOutbound: VendorOutbound;
  practice?: Practice;
}
