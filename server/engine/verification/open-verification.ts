// Verification as configured: which name and sender to use, and whether to use the practice web.

import type { Context } from '../../platform/context.ts';
import { createMailConnector } from '../../platform/outbound/mail/mail-connector.ts';
import { paceWith, unlimited } from './operators/pace.ts';
import type { Verifier } from './verification.ts';
import { type AddressVerifier, createAddressVerifier } from './verify-address.ts';
import { createOwnVerifier, type OwnVerifierOptions } from './zeus-own.ts';

type Parts = Pick<Context, 'config' | 'db' | 'practice'>;

interface Given extends Pick<OwnVerifierOptions, 'onLine'> {
  /** Asked about what our own check cannot find out; where port 25 is closed, about everything. */
  partners?: readonly Verifier[];
}

/** One per process, so that callers queue up. Connects only when the first address is checked. */
export function openVerification(parts: Parts, { partners = [], ...given }: Given = {}): AddressVerifier {
  const { config, db, practice } = parts;
  const { hostname } = new URL(config.web.siteUrl);
  const own = createOwnVerifier({
    db: db.kysely,
    connector: createMailConnector({
      ...(practice ? { practice: { port: practice.smtpPort, dnsServer: practice.dnsServer } } : {}),
      ipv4Only: config.mailChecks.ipv4Only,
    }),
    hello: helloOf(hostname),
    sender: senderOf(config.mail.from, hostname),
    paceOf: practice ? unlimited : paceWith(config.mailChecks.perDay),
    ...(practice ? { limits: { pauseMs: 0 } } : {}),
    ...given,
  });
  return createAddressVerifier({ db: db.kysely, verifiers: [own, ...partners] });
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
