// What every rule and job is given as its first parameter: the parts of the platform, already open.
import type { Config } from './config.ts';
import type { Database } from './db.ts';
import type { Live } from './live.ts';
import type { Log } from './log.ts';
import type { Mail } from './mail.ts';
import type { Metrics } from './metrics.ts';
import type { Outbound } from './outbound/outbound.ts';
import type { Queue } from './queue.ts';
import type { Storage } from './storage.ts';

/** Where the practice web listens, when it runs. */
export interface Practice {
  port: number;
  smtpPort: number;
  /** For a DNS resolver: host and port. */
  dnsServer: string;
  metricsUrl: string;
  /** Front pages of its sites. */
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
  /** To the vendors' addresses that the operator set, and to nothing else. */
  vendorOutbound: Outbound;
  practice?: Practice;
}
