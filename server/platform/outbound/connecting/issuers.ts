// Completes the certificate chain of a server that does not send its intermediate certificates, as browsers do: each
// certificate contains the URL of its issuer's certificate (RFC 5280, "CA Issuers"). A downloaded certificate is not trusted:
// it only helps build the chain to a root this machine trusts, and OpenSSL then verifies the whole chain.

import { X509Certificate } from 'node:crypto';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { LRUCache } from 'lru-cache';

/** Downloads a small file through the outbound client. Rejects if that fails. */
export type FetchFile = (url: string, signal: AbortSignal) => Promise<Uint8Array>;

export interface Issuers {
  /**
   * A TLS context that can verify this certificate against one of the roots; undefined if the chain cannot be completed. Never
   * rejects.
   */
  contextFor(
    certificate: X509Certificate,
    trusted: readonly X509Certificate[],
    signal: AbortSignal,
  ): Promise<SecureContext | undefined>;
}

// Real servers omit one intermediate certificate, rarely two.
const MAX_FETCHED = 3;
const MAX_ADDRESSES = 2;
// The public web uses a few hundred intermediate certificates, valid for years.
const KEPT = { files: 300, foundMs: 24 * 3_600_000, failedMs: 10 * 60_000 };

export function createIssuers(fetchFile: FetchFile): Issuers {
  const files = new LRUCache<string, { issuer: X509Certificate | undefined }>({ max: KEPT.files, ttl: KEPT.foundMs });

  const issuerAt = async (url: string, signal: AbortSignal): Promise<X509Certificate | undefined> => {
    const known = files.get(url);
    if (known !== undefined) return known.issuer;
    const issuer = await fetchFile(url, signal).then(parse, () => undefined);
    if (signal.aborted) return undefined;
    files.set(url, { issuer }, { ttl: issuer ? KEPT.foundMs : KEPT.failedMs });
    return issuer;
  };
  const issuerOf = async (certificate: X509Certificate, signal: AbortSignal): Promise<X509Certificate | undefined> => {
    for (const url of issuerAddresses(certificate).slice(0, MAX_ADDRESSES)) {
      const issuer = await issuerAt(url, signal);
      if (issuer !== undefined && isIntermediateOf(certificate, issuer)) return issuer;
    }
    return undefined;
  };

  return {
    async contextFor(certificate, trusted, signal) {
      const fetched: X509Certificate[] = [];
      let top = lastPresented(certificate);
      while (fetched.length < MAX_FETCHED) {
        const issuer = await issuerOf(top, signal);
        if (issuer === undefined) return undefined;
        fetched.push(issuer);
        top = issuer;
        const roots = trusted.filter((root) => issuer.checkIssued(root));
        if (roots.length > 0) return createSecureContext({ ca: [...roots, ...fetched].map(String) });
      }
      return undefined;
    },
  };
}

/** Only http, as the RFC recommends: https would need a chain of its own, and the result is verified anyway. */
function issuerAddresses({ infoAccess }: X509Certificate): string[] {
  const lines = (infoAccess ?? '').split('\n').filter((line) => line.startsWith('CA Issuers - URI:'));
  return lines.map((line) => line.slice('CA Issuers - URI:'.length)).filter((url) => /^http:\/\//i.test(url));
}

/** Rejects self-signed certificates: a downloaded root must never become a trust anchor. */
function isIntermediateOf(certificate: X509Certificate, issuer: X509Certificate): boolean {
  if (!issuer.ca || issuer.subject === issuer.issuer) return false;
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}

function lastPresented(certificate: X509Certificate): X509Certificate {
  let last = certificate;
  for (let steps = 0; steps < 10; steps++) {
    const next = last.issuerCertificate;
    if (next === undefined || next.fingerprint256 === last.fingerprint256) break;
    last = next;
  }
  return last;
}

/** Reads DER or PEM; undefined if it is not a certificate. */
function parse(bytes: Uint8Array): X509Certificate | undefined {
  try {
    return new X509Certificate(bytes);
  } catch {
    return undefined;
  }
}

let machineRoots: X509Certificate[] | undefined;

/** The roots this machine trusts. */
export function trustedRoots(): X509Certificate[] {
  machineRoots ??= getCACertificates('default').map((pem) => new X509Certificate(pem));
  return machineRoots;
}
