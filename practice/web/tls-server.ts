// The https side of the practice web. By the name a client asks for (SNI), it presents that host's certificate, and speaks
// HTTP/1.1 or HTTP/2 only. Hosts without https fail the handshake.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { createSecureServer, type Http2SecureServer } from 'node:http2';
import type { SecureContext } from 'node:tls';
import type { Authority, CertificateKind } from '../tls/authority.ts';

export interface TlsSetup {
  certificate: CertificateKind;
  /** Refuses clients that only offer HTTP/1.1. */
  isHttp2Only?: boolean;
}

export interface TlsHosts {
  authority: Authority;
  setups: ReadonlyMap<string, TlsSetup>;
}

interface Offer {
  servername: string;
  protocols: string[];
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** A server for connections that are handed to it; it does not listen itself. */
export function createTlsServer(
  { authority, setups }: TlsHosts,
  port: () => number,
  listener: Listener,
): Http2SecureServer {
  const presentCertificate = (name: string, done: (error: Error | null, context?: SecureContext) => void) => {
    const setup = setups.get(name);
    if (setup === undefined) done(new Error(`${name} has no https`));
    else done(null, authority.contextFor(name, setup.certificate, port()));
  };
  // Undefined ends the handshake with the alert "no application protocol".
  const chooseProtocol = ({ servername, protocols }: Offer) => {
    const spoken = setups.get(servername)?.isHttp2Only ? 'h2' : 'http/1.1';
    return protocols.find((one) => one === spoken);
  };
  const options = { allowHTTP1: true, SNICallback: presentCertificate, ALPNCallback: chooseProtocol };
  // Node's HTTP/2 requests and responses have the same methods as those of HTTP/1.1, as far as the traps use them.
  const server = createSecureServer(options, listener as never);
  for (const event of ['error', 'sessionError', 'tlsClientError', 'secureConnectionError'])
    server.on(event, () => undefined);
  return server;
}
