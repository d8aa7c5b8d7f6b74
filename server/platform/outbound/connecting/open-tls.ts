// Opens a TLS connection to a web server. Tolerant requests work around two common faults: servers that only speak HTTP/2, and
// servers that omit their intermediate certificates. Every attempt dials again, so its address is checked again. What worked
// for a host is cached.

import type { SecureContext, TLSSocket } from 'node:tls';
import { LRUCache } from 'lru-cache';
import { OutboundError, systemCode } from '../outbound-error.ts';
import type { Dialer } from './dialer.ts';
import type { Issuers } from './issuers.ts';
import { type Protocol, peerCertificate, secure } from './secure.ts';
import type { Target } from './target.ts';

export interface TlsOpener {
  /** Throws what the dialer and the TLS handshake throw. */
  open(target: Target, signal: AbortSignal, tolerant: boolean): Promise<TLSSocket>;
}

interface Way {
  protocol: Protocol;
  context?: SecureContext;
}

const FIRST: Way = { protocol: 'http/1.1' };
const MAX_TRIES = 3;
const MAX_REMEMBERED = 200;
const ISSUER_MISSING = new Set([
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
]);

export function createTlsOpener({ dial, issuers }: { dial: Dialer; issuers: Issuers }): TlsOpener {
  const remembered = new LRUCache<string, Way>({ max: MAX_REMEMBERED });

  const completed = async (target: Target, way: Way, signal: AbortSignal): Promise<Way | undefined> => {
    const certificate = await peerCertificate(await dial(target, signal), target.host, signal, way.protocol);
    const context = certificate && (await issuers.contextFor(certificate, signal));
    signal.throwIfAborted();
    return context && { ...way, context };
  };
  const wayAfter = async (error: unknown, target: Target, way: Way, signal: AbortSignal): Promise<Way | undefined> => {
    const code = error instanceof OutboundError ? systemCode(error.cause) : '';
    if (code.endsWith('ALERT_NO_APPLICATION_PROTOCOL') && way.protocol !== 'h2') return { ...way, protocol: 'h2' };
    if (ISSUER_MISSING.has(code) && way.context === undefined) return completed(target, way, signal);
    return undefined;
  };
  const remember = (origin: string, way: Way): void => {
    if (way === FIRST) remembered.delete(origin);
    else remembered.set(origin, way);
  };

  return {
    async open(target, signal, tolerant) {
      const { origin } = target.url;
      let way = (tolerant ? remembered.get(origin) : undefined) ?? FIRST;
      for (let tries = 1; ; tries++) {
        try {
          const socket = await secure(await dial(target, signal), target.host, signal, way);
          if (tolerant) remember(origin, way);
          return socket;
        } catch (error) {
          if (tolerant) remembered.delete(origin);
          const next = tolerant && tries < MAX_TRIES ? await wayAfter(error, target, way, signal) : undefined;
          if (next === undefined) throw error;
          way = next;
        }
      }
    },
  };
}
