// Shared by plain requests and tunnels: policy, limits, and how failures are reported.

import { Transform } from 'node:stream';
import type { CallReport } from '../call.ts';
import type { Dialer } from '../connecting/dialer.ts';
import type { Practice } from '../connecting/target.ts';
import { OutboundError, type OutboundErrorCode } from '../outbound-error.ts';
import type { Served } from './proxy-visits.ts';

export interface ProxyLimits {
  /** Connections the browser may hold open to the proxy. */
  maxConnections: number;
  maxHeaderBytes: number;
  /** Both directions of one request or tunnel together. */
  maxBytes: number;
  connectMs: number;
  /** Without a byte in either direction. */
  idleMs: number;
  totalMs: number;
}

export interface ProxyParts {
  dial: Dialer;
  practice?: Practice;
  limits: ProxyLimits;
  onFinish(report: CallReport): void;
}

/** The same, for a request of a visit. */
export interface VisitParts extends ProxyParts {
  visit: Served;
}

const STATUS: Record<OutboundErrorCode, number> = {
  refused: 403,
  'bad-url': 400,
  dns: 502,
  connect: 502,
  timeout: 504,
  'too-large': 502,
  'too-many-redirects': 502,
  'bad-response': 502,
  aborted: 502,
};

export function statusOf(error: OutboundError): number {
  return STATUS[error.code];
}

/** Counts bytes over any number of stages; the stage that exceeds a limit, its own or the visit's, fails with `too-large`. */
export function createBudget(
  { limits: { maxBytes }, visit }: VisitParts,
  host: string,
): { stage(): Transform; bytes(): number } {
  let bytes = 0;
  return {
    bytes: () => bytes,
    stage: () =>
      new Transform({
        transform(chunk: Buffer, _encoding, done) {
          bytes += chunk.length;
          if (visit.spend(chunk.length) && bytes <= maxBytes) done(null, chunk);
          else done(new OutboundError('too-large', `${host} sent or received more data than allowed.`));
        },
      }),
  };
}
