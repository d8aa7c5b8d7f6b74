// Verification as configured: which name and sender to use, and whether to use the practice web.

import type { Context } from '../../platform/context.ts';
import { createMailConnector } from '../../platform/outbound/mail/mail-connector.ts';
import { paceWith, unlimited } from './operators/pace.ts';
import { verifiersInOrder } from './partners/sources.ts';
import { detectPort25, watchPort25 } from './port-25.ts';
import type { Verifier } from './verification.ts';
import { type AddressVerifier, createAddressVerifier } from './verify-address.ts';
import { createOwnVerifier, type OwnVerifierOptions } from './zeus-own.ts';

/** Without a log and the vendors' outbound client no partner is asked. */
type Parts = Pick<Context, 'config' | 'db' | 'practice'> & Partial<Pick<Context, 'log' | 'vendorOutbound'>>;

interface Given extends Pick<OwnVerifierOptions, 'onLine'> {
  /** Asked after our own check, instead of the partners and the order of the settings. */
  partners?: readonly Verifier[];
}

/** One per process, so that callers queue up. Connects only when the first address is checked. */
export function openVerification(parts: Parts, { partners, ...given }: Given = {}): AddressVerifier {
  const { config, db, practice } = parts;
  const { hostname } = new URL(config.web.siteUrl);
  const connector = createMailConnector({
    ...(practice ? { practice: { port: practice.smtpPort, dnsServer: practice.dnsServer } } : {}),
    ipv4Only: config.mailChecks.ipv4Only,
  });
  const port = watchPort25(() => detectPort25({ config, practice }, connector));
  const own = createOwnVerifier({
    ...{ db: db.kysely, connector, isPortClosed: () => port.isClosed() },
    hello: helloOf(hostname),
    sender: senderOf(config.mail.from, hostname),
    paceOf: practice ? unlimited : paceWith(config.mailChecks.perDay),
    ...(practice ? { limits: { pauseMs: 0 } } : {}),
    ...given,
  });
  return createAddressVerifier({ db: db.kysely, verifiers: partners ? [own, ...partners] : withPartners(parts, own) });
}

/** In the order of the settings; only our own if they name none that is configured. */
function withPartners({ log, vendorOutbound, ...parts }: Parts, own: Verifier): Verifier[] {
  const all = log && vendorOutbound ? verifiersInOrder({ ...parts, log, vendorOutbound }, own) : [];
  return all.length > 0 ? all : [own];
}

/** A host name as it is; an IP address in brackets, as RFC 5321 requires. */
export function helloOf(hostname: string): string {
  if (hostname.startsWith('[')) return `[IPv6:${hostname.slice(1)}`;
  return /^\d+(?:\.\d+){3}$/.test(hostname) ? `[${hostname}]` : hostname;
}

/** The address our emails come from: it exists, and servers that check senders find its domain in order. */
export function senderOf(from: string, host: string): string {
  const address = (/<([^<>]*)>\s*$/.exec(from)?.[1] ?? from).trim();
  return /^[!#-'*+\-/-9=?A-Z^-~.]+@[\w.-]+$/.test(address) ? address : `verify@${host}`;
}
