// Whether this machine can reach mail servers at all: most hosting blocks the way out to port 25. Found out by connecting to the mail
// server of the operator's own domain; nothing is sent, and no stranger's server is used for it.
import type { Context } from '../../platform/context.ts';
import { createMailConnector, type MailConnector } from '../../platform/outbound/mail/mail-connector.ts';
import { OutboundError } from '../../platform/outbound/outbound-error.ts';

export interface Port25 {
  state: 'open' | 'closed' | 'unknown';
  /** In a few words, for the operator. */
  why: string;
}

type Parts = Pick<Context, 'config'> & { practice?: unknown };

/** A second server is tried in case the first is down. */
const mostHosts = 2;

/** Connects to the outside only for a real domain in MAIL_FROM, and never on the practice web. Never rejects. */
export async function detectPort25(
  { config, practice }: Parts,
  connector: MailConnector = createMailConnector({ ipv4Only: config.mailChecks.ipv4Only }),
): Promise<Port25> {
  if (practice) return { state: 'open', why: 'the practice web has its own mail servers' };
  const domain = /@([\w.-]+)\s*>?\s*$/.exec(config.mail.from)?.[1] ?? '';
  if (!domain.includes('.')) return { state: 'unknown', why: 'MAIL_FROM names no domain with a mail server to try' };
  try {
    const exchanges = await connector.exchangesOf(domain);
    if (exchanges.kind !== 'hosts') return { state: 'unknown', why: `${domain} (MAIL_FROM) has no mail server to try` };
    return await tryHosts(connector, domain, exchanges.hosts.slice(0, mostHosts));
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return { state: 'unknown', why: error.message };
  }
}

async function tryHosts(connector: MailConnector, domain: string, hosts: readonly string[]): Promise<Port25> {
  let result: Port25 = { state: 'unknown', why: `${domain} (MAIL_FROM) has no mail server to try` };
  for (const host of hosts) {
    try {
      const socket = await connector.connect({ domain, host }, new AbortController().signal);
      socket.destroy();
      return { state: 'open', why: `${host} answers` };
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      const isClosed = error.code === 'timeout' || error.code === 'connect';
      if (isClosed) result = { state: 'closed', why: `no connection to ${host}, the mail server of ${domain}` };
    }
  }
  return result;
}

export interface PortWatch {
  isClosed(): Promise<boolean>;
}

/** How long a result counts: firewalls rarely change, but the server that was tried may just have been down. */
const believedMs = { open: 24 * 3600_000, unknown: 3600_000, closed: 15 * 60_000 };

/** Detects when first asked, and all who ask meanwhile wait for the same attempt. */
export function watchPort25(detect: () => Promise<Port25>, now: () => number = Date.now): PortWatch {
  let known: { port: Promise<Port25>; until: number } | undefined;
  return {
    async isClosed() {
      if (!known || known.until <= now()) {
        const begun = { port: detect(), until: Number.POSITIVE_INFINITY };
        known = begun;
        begun.until = now() + believedMs[(await begun.port).state];
      }
      return (await known.port).state === 'closed';
    },
  };
}

/** Tells the operator when Zeus cannot ask mail servers itself. Never rejects. */
export async function warnOfClosedPort25(
  { log, ...parts }: Parts & Pick<Context, 'log'>,
  detect: (parts: Parts) => Promise<Port25> = detectPort25,
): Promise<void> {
  const { state, why } = await detect(parts);
  if (state === 'closed') log.warn({ why }, WARNING);
}

const WARNING =
  'port 25 is closed, so Zeus cannot ask mail servers itself: a partner can verify addresses instead (docs/going-live.md)';
