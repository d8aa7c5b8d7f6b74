// Opens a TLS connection to a web server. Tolerant requests work around two common faults: servers that only speak HTTP/2, and
// servers that omit their intermediate certificates. Every attempt dials again, so its address is checked again. What worked
// for a host is cached.

import { X509Certificate } from 'node:crypto';
import { createSecureContext, type SecureContext, type TLSSocket } from 'node:tls';
import { LRUCache } from 'lru-cache';
import { OutboundError, systemCode } from '../outbound-error.ts';
import type { Dialer } from './dialer.ts';
import { type Issuers, trustedRoots } from './issuers.ts';
import { type Protocol, peerCertificate, secure } from './secure.ts';
import type { Target } from './target.ts';

export interface TlsOpener {
  /** Throws what the dialer and the TLS handshake throw. */
  open(target: Target, signal: AbortSignal, tolerant: boolean): Promise<TLSSocket>;
}

export interface TlsOptions {
  dial: Dialer;
  issuers: Issuers;
  /** The only root trusted for the practice web, as PEM. */
  practiceRoot?: string | undefined;
}

interface Way {
  protocol: Protocol;
  context?: SecureContext;
  isCompleted?: boolean;
}

/** How the first attempt is made, and which roots a completed chain may lead to. */
interface Trust {
  first: Way;
  roots(): readonly X509Certificate[];
}

const PUBLIC_TRUST: Trust = { first: { protocol: 'http/1.1' }, roots: trustedRoots };
const MAX_TRIES = 3;
const MAX_REMEMBERED = 200;
const ISSUER_MISSING = new Set([
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
]);

export function createTlsOpener({ dial, issuers, practiceRoot }: TlsOptions): TlsOpener {
  const remembered = new LRUCache<string, Way>({ max: MAX_REMEMBERED });
  const practiceTrust = practiceRoot === undefined ? PUBLIC_TRUST : trustOnly(practiceRoot);
  const trustFor = (target: Target) => (target.practice ? practiceTrust : PUBLIC_TRUST);

  const completed = async (target: Target, way: Way, signal: AbortSignal): Promise<Way | undefined> => {
    const certificate = await peerCertificate(await dial(target, signal), target.host, signal, way.protocol);
    const context = certificate && (await issuers.contextFor(certificate, trustFor(target).roots(), signal));
    signal.throwIfAborted();
    return context && { ...way, context, isCompleted: true };
  };
  const wayAfter = async (error: unknown, target: Target, way: Way, signal: AbortSignal): Promise<Way | undefined> => {
    const code = error instanceof OutboundError ? systemCode(error.cause) : '';
    if (code.endsWith('ALERT_NO_APPLICATION_PROTOCOL') && way.protocol !== 'h2') return { ...way, protocol: 'h2' };
    if (ISSUER_MISSING.has(code) && !way.isCompleted) return completed(target, way, signal);
    return undefined;
  };
  const remember = (origin: string, way: Way, first: Way): void => {
    if (way === first) remembered.delete(origin);
    else remembered.set(origin, way);
  };

  return {
    async open(target, signal, tolerant) {
      const { origin } = target.url;
      const { first } = trustFor(target);
      let way = (tolerant ? remembered.get(origin) : undefined) ?? first;
      for (let tries = 1; ; tries++) {
        try {
          const socket = await secure(await dial(target, signal), target.host, signal, way);
          if (tolerant) remember(origin, way, first);
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

function trustOnly(pem: string): Trust {
  const root = new X509Certificate(pem);
  return { first: { protocol: 'http/1.1', context: createSecureContext({ ca: pem }) }, roots: () => [root] };
}
