// Hosts with faults of TLS. Over plain http they redirect to https, as most sites do.

import type { TlsSetup } from '../web/tls-server.ts';
import { type Outcome, page, type TrapHost, words } from './trap.ts';

interface Fault {
  host: string;
  what: string;
  outcome: Outcome;
  expect: string;
  tls: TlsSetup;
}

const UNTRUSTED = 'is not read: anybody could be in between; no retry';

const FAULTS: readonly Fault[] = [
  {
    host: 'secure.localhost',
    what: 'https as it should be',
    outcome: 'page',
    expect: 'is read',
    tls: { certificate: 'complete' },
  },
  {
    host: 'chainless.localhost',
    what: 'does not send its intermediate certificate',
    outcome: 'page',
    expect: 'is read after fetching the missing certificate from the URL in the host’s certificate',
    tls: { certificate: 'chainless' },
  },
  {
    host: 'lostissuer.localhost',
    what: 'does not send its intermediate certificate, and the URL of it leads nowhere',
    outcome: 'failed',
    expect: UNTRUSTED,
    tls: { certificate: 'lost-issuer' },
  },
  {
    host: 'expired.localhost',
    what: 'a certificate that ended yesterday',
    outcome: 'failed',
    expect: UNTRUSTED,
    tls: { certificate: 'expired' },
  },
  {
    host: 'selfsigned.localhost',
    what: 'a certificate signed by itself',
    outcome: 'failed',
    expect: UNTRUSTED,
    tls: { certificate: 'self-signed' },
  },
  {
    host: 'othername.localhost',
    what: 'a certificate for another host',
    outcome: 'failed',
    expect: UNTRUSTED,
    tls: { certificate: 'other-name' },
  },
  {
    host: 'otherauthority.localhost',
    what: 'a certificate of an unknown authority, with the URL of that authority’s root',
    outcome: 'failed',
    expect: `${UNTRUSTED}, and a fetched root is never trusted`,
    tls: { certificate: 'other-authority' },
  },
  {
    host: 'http2only.localhost',
    what: 'refuses HTTP/1.1',
    outcome: 'page',
    expect: 'is read over HTTP/2',
    tls: { certificate: 'complete', isHttp2Only: true },
  },
  {
    host: 'http2chainless.localhost',
    what: 'refuses HTTP/1.1 and does not send its intermediate certificate',
    outcome: 'page',
    expect: 'is read over HTTP/2 after fetching the missing certificate',
    tls: { certificate: 'chainless', isHttp2Only: true },
  },
];

export const HTTPS: readonly TrapHost[] = FAULTS.map(({ host, tls, ...trap }) => ({
  host,
  tls,
  traps: [
    {
      ...trap,
      path: '/',
      arrivesAt: trap.outcome === 'page' ? '/' : undefined,
      answer: (exchange) => page(exchange, `Welcome to ${host}`, words('This page came over https.')),
    },
  ],
}));
