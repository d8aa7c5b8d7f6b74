// Puts TLS on a connected socket. For the web, the certificate is checked against the host of the address, never against
// the number behind it, and only HTTP/1.1 is offered: its limits on headers and bodies are exact. Mail servers often
// have a certificate of another name; there encryption without proof is still better than none (RFC 7435).

import { isIP, type Socket } from 'node:net';
import { connect, createSecureContext, type SecureContext, type TLSSocket } from 'node:tls';
import { OutboundError, systemCode } from '../outbound-error.ts';

// What the certificate check of Node and OpenSSL calls its refusals.
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS_/;

// A fifth of a millisecond of CPU to make, and the same for every connection: whether a certificate is asked to prove
// its name is said to each. A change of the machine's trusted certificates counts after a restart, as anywhere in Node.
let sharedContext: SecureContext | undefined;

/** Resolves with the encrypted socket. Throws OutboundError `connect`, or the signal's reason; the socket is then closed. */
export function secure(
  socket: Socket,
  host: string,
  signal: AbortSignal,
  purpose: 'web' | 'mail' = 'web',
): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const servername = isIP(host) ? undefined : host;
    const manner = purpose === 'web' ? { ALPNProtocols: ['http/1.1'] } : { rejectUnauthorized: false };
    sharedContext ??= createSecureContext();
    const encrypted = connect({ socket, host, servername, secureContext: sharedContext, ...manner });
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
    : `No secure connection to ${host} could be made.`;
  return new OutboundError('connect', message, { cause, retryable: !isCertificate });
}
