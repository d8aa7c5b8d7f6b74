// Adds TLS to a connected socket. For the web, the certificate is checked against the host of the URL, never against its IP
// address, and only one protocol is offered: HTTP/1.1, unless the server is known to speak only HTTP/2. Mail servers often have
// a certificate for another name; encryption without verification is still better than none there (RFC 7435).

import type { X509Certificate } from 'node:crypto';
import { isIP, type Socket } from 'node:net';
import { type ConnectionOptions, connect, createSecureContext, type SecureContext, type TLSSocket } from 'node:tls';
import { OutboundError, systemCode } from '../outbound-error.ts';

// Node's and OpenSSL's names for certificate errors.
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS_/;

// Takes a fifth of a millisecond of CPU to create, and is the same for every connection: verification is set per connection. A
// change of the machine's trusted certificates takes effect after a restart, as anywhere in Node.
let sharedContext: SecureContext | undefined;

export type Protocol = 'http/1.1' | 'h2';

export interface WebTls {
  protocol: Protocol;
  /** Replaces the machine's default trust store. */
  context?: SecureContext;
}

/** Resolves with the encrypted socket. Throws OutboundError `connect`, or the signal's reason; the socket is then closed. */
export function secure(socket: Socket, host: string, signal: AbortSignal, tls: WebTls | 'mail'): Promise<TLSSocket> {
  if (tls === 'mail') return handshake(socket, host, signal, { rejectUnauthorized: false });
  const { protocol, context } = tls;
  return handshake(socket, host, signal, {
    ALPNProtocols: [protocol],
    ...(context ? { secureContext: context } : {}),
  });
}

/** The certificate a server presents, without verifying it; the connection is closed unused. Throws like `secure`. */
export async function peerCertificate(
  socket: Socket,
  host: string,
  signal: AbortSignal,
  protocol: Protocol,
): Promise<X509Certificate | undefined> {
  const encrypted = await handshake(socket, host, signal, { ALPNProtocols: [protocol], rejectUnauthorized: false });
  const certificate = encrypted.getPeerX509Certificate();
  encrypted.destroy();
  socket.destroy();
  return certificate;
}

function handshake(socket: Socket, host: string, signal: AbortSignal, options: ConnectionOptions): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const servername = isIP(host) ? undefined : host;
    sharedContext ??= createSecureContext();
    const encrypted = connect({ socket, host, servername, secureContext: sharedContext, ...options });
    const stop = () => finish(signal.reason);
    const closed = () => finish(new Error('closed during the TLS handshake'));
    const finish = (error?: unknown) => {
      signal.removeEventListener('abort', stop);
      encrypted.off('close', closed).off('error', finish);
      encrypted.on('error', () => undefined); // it may break before its user listens
      if (error === undefined) return resolve(encrypted);
      encrypted.destroy();
      socket.destroy();
      reject(error instanceof OutboundError ? error : tlsError(error, host));
    };
    encrypted
      .once('secureConnect', () => finish())
      .once('error', finish)
      .once('close', closed);
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
  });
}

function tlsError(cause: unknown, host: string): OutboundError {
  const isCertificate = CERTIFICATE.test(systemCode(cause));
  const message = isCertificate
    ? `The security certificate of ${host} is not valid.`
    : `Zeus could not open a secure connection to ${host}.`;
  return new OutboundError('connect', message, { cause, retryable: !isCertificate });
}
