// The certificate authority of the practice web: a root, an intermediate, and a certificate per host, each faulty in the way
// its host asks for. Keys are created at every start and exist in memory only; a host's certificate is created at its first
// handshake, so that starting stays fast.

import { createSecureContext, type SecureContext } from 'node:tls';
import { type Exchange, send } from '../web/exchange.ts';
import { type Issued, issueCertificate } from './certificate.ts';

/** What a host presents. `chainless`: without its intermediate; `lost-issuer`: also without a usable URL of it. */
export type CertificateKind =
  | 'complete'
  | 'chainless'
  | 'lost-issuer'
  | 'expired'
  | 'self-signed'
  | 'other-name'
  | 'other-authority';

export const CERTIFICATE_HOST = 'certificates.localhost';

export interface Authority {
  /** The certificate that clients have to trust, as PEM. */
  root: string;
  contextFor(host: string, kind: CertificateKind, port: number): SecureContext;
  /** Serves the issuers' certificates, whose URLs are in the hosts' certificates. */
  serve(exchange: Exchange): void;
}

const DAY_MS = 24 * 60 * 60 * 1_000;

export function createAuthority(): Authority {
  const root = issueCertificate({ name: 'Zeus practice root', isAuthority: true });
  const intermediate = once(() =>
    issueCertificate({ name: 'Zeus practice intermediate', isAuthority: true, issuer: root }),
  );
  const stranger = once(() => issueCertificate({ name: 'Unknown root', isAuthority: true }));
  const contexts = new Map<string, SecureContext>();

  const present = (host: string, kind: CertificateKind, port: number): Pick<Issued, 'key' | 'cert'> => {
    const urlOf = (file: string) => `http://${CERTIFICATE_HOST}:${port}/${file}`;
    if (kind === 'self-signed') return issueCertificate({ hosts: [host] });
    if (kind === 'other-authority')
      return issueCertificate({ hosts: [host], issuer: stranger(), issuerUrl: urlOf('unknown-root.cer') });
    const { key, cert } = issueCertificate({
      hosts: [kind === 'other-name' ? `not-${host}` : host],
      issuer: intermediate(),
      issuerUrl: urlOf(kind === 'lost-issuer' ? 'lost.cer' : 'intermediate.cer'),
      ...(kind === 'expired' ? { until: new Date(Date.now() - DAY_MS) } : {}),
    });
    const isChained = kind !== 'chainless' && kind !== 'lost-issuer';
    return { key, cert: isChained ? cert + intermediate().cert : cert };
  };

  return {
    root: root.cert,
    contextFor(host, kind, port) {
      const known = contexts.get(host) ?? createSecureContext(present(host, kind, port));
      contexts.set(host, known);
      return known;
    },
    serve(exchange) {
      const contentType = 'application/pkix-cert';
      if (exchange.path === '/intermediate.cer') send(exchange, { contentType, body: intermediate().der });
      else if (exchange.path === '/unknown-root.cer') send(exchange, { contentType, body: stranger().der });
      else send(exchange, { status: 404, body: 'No such certificate.' });
    },
  };
}

function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
