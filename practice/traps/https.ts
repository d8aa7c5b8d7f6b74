// Hosts with faults of TLS. Over plain http they redirect to https, as most sites do.

import type { TlsSetup } from '../web/tls-server.ts';
import { type Outcome, page, type TrapHost, words } from './trap.ts';

const host = (name: string, what: string, tls: TlsSetup, outcome: Outcome, expect: string): TrapHost => ({
  ...{ host: name, tls },
  traps: [
    {
      ...{ path: '/', what, outcome, expect, arrivesAt: outcome === 'page' ? '/' : undefined },
      answer: (exchange) => page(exchange, `Welcome to ${name}`, words('This page came over https.')),
    },
  ],
});

const untrusted = (name: string, what: string, certificate: TlsSetup['certificate'], more = '') =>
  host(name, what, { certificate }, 'failed', `is not read: anybody could be in between; no retry${more}`);

export const HTTPS: readonly TrapHost[] = [
  host('secure.localhost', 'https as it should be', { certificate: 'complete' }, 'page', 'is read'),
  host(
    'chainless.localhost',
    'does not send its intermediate certificate',
    { certificate: 'chainless' },
    'page',
    'is read after fetching the missing certificate from the URL in the host’s certificate',
  ),
  untrusted(
    'lostissuer.localhost',
    'does not send its intermediate certificate, and the URL of it leads nowhere',
    'lost-issuer',
  ),
  untrusted('expired.localhost', 'a certificate that ended yesterday', 'expired'),
  untrusted('selfsigned.localhost', 'a certificate signed by itself', 'self-signed'),
  untrusted('othername.localhost', 'a certificate for another host', 'other-name'),
  untrusted(
    'otherauthority.localhost',
    'a certificate of an unknown authority, with the URL of that authority’s root',
    'other-authority',
    ', and a fetched root is never trusted',
  ),
  host(
    'http2only.localhost',
    'refuses HTTP/1.1',
    { certificate: 'complete', isHttp2Only: true },
    'page',
    'is read over HTTP/2',
  ),
  host(
    'http2chainless.localhost',
    'refuses HTTP/1.1 and does not send its intermediate certificate',
    { certificate: 'chainless', isHttp2Only: true },
    'page',
    'is read over HTTP/2 after fetching the missing certificate',
  ),
];
