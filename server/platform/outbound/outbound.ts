// The only client for addresses from users or pages. Every request, and every redirect, is checked, connects only to a public
// IP address verified at that moment, and is bounded in size and time. It knows nothing about robots.txt, politeness, charsets
// or caching: those belong to the engine.

import { type Call, type CallReport, startCall } from './call.ts';
import type { Dial } from './connecting/dialer.ts';
import { createIssuers } from './connecting/issuers.ts';
import { operatorTarget, systemResolver } from './connecting/operator-target.ts';
import { createResolver, type Resolver } from './connecting/resolver.ts';
import { type Practice, parseTarget, type Target } from './connecting/target.ts';
import { createWebDialer } from './connecting/web-dialer.ts';
import { type OutboundLimits, type RequestLimits, withGiven } from './limits.ts';
import { OutboundError } from './outbound-error.ts';
import type { OutboundResponse } from './outbound-response.ts';
import { createConnections } from './requests/connections.ts';
import { follow } from './requests/follow.ts';
import type { Hop, Method } from './requests/hop.ts';
import { createHostGate } from './requests/host-gate.ts';
import { firstHeaders } from './requests/request-headers.ts';

export interface OutboundRequest {
  method?: Method;
  /** After a redirect to another origin only accept, accept-language and user-agent are sent. */
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  limits?: Partial<RequestLimits>;
  signal?: AbortSignal;
  /** false: a redirect is returned as it is. */
  follow?: boolean;
  /**
   * For pages on the open web: downloads missing intermediate certificates, falls back to HTTP/2 if the server refuses
   * HTTP/1.1, and accepts a body that is cut off or damaged as far as it can be read.
   */
  tolerant?: boolean;
  /** For files that must arrive as they are stored: asks for no Content-Encoding, and undoes none. */
  raw?: boolean;
}

export interface Outbound {
  /** Throws OutboundError; TypeError only for a header the caller may not set. */
  request(url: string | URL, options?: OutboundRequest): Promise<OutboundResponse>;
  /** Ends running requests (`aborted`) and closes every connection. */
  close(): Promise<void>;
}

export interface OutboundOptions {
  practice?: Practice;
  /**
   * Origins the operator set. The client then reaches these and nothing else, on a private network too, and follows no redirects.
   * Never mix them with addresses from pages: connections are reused, and a page must not get one to a private network.
   */
  origins?: readonly string[];
  limits?: Partial<OutboundLimits>;
  userAgent?: string;
  /** Called once per request, when its body is done or it has failed. */
  onRequest?: (report: CallReport) => void;
  /** For tests: DNS answers and connections without a network. */
  resolve?: Resolver;
  dial?: Dial;
}

const DEFAULT_LIMITS: OutboundLimits = {
  maxRedirects: 10,
  maxHeaderBytes: 32 * 1024,
  maxBodyBytes: 10 * 1024 * 1024,
  connectMs: 10_000,
  firstByteMs: 15_000,
  totalMs: 30_000,
  perHost: 4,
};

/** Opens the client. */
export function createOutbound(options: OutboundOptions = {}): Outbound {
  const clientLimits = withGiven(DEFAULT_LIMITS, options.limits);
  const dial = createWebDialer({
    resolve: options.resolve ?? (options.origins ? systemResolver : createResolver()),
    dial: options.dial,
    practice: options.practice,
    ...(options.origins ? { allows: () => true } : {}),
  });
  const parts = {
    gate: createHostGate(clientLimits.perHost),
    connections: createConnections({
      dial,
      issuers: createIssuers((url, signal) => fetchIssuer(outbound, url, signal)),
      practiceRoot: options.practice?.rootCertificate,
      maxHeaderBytes: clientLimits.maxHeaderBytes,
    }),
  };
  const running = new Set<Call>();
  let isClosed = false;

  const outbound: Outbound = {
    async request(address, request = {}) {
      const hop = firstHop(address, request, options);
      const limits = withGiven<OutboundLimits>(clientLimits, request.limits);
      const call = startCall({
        totalMs: limits.totalMs,
        host: hop.target.host,
        signal: request.signal,
        onFinish: (report) => {
          running.delete(call);
          options.onRequest?.(report);
        },
      });
      running.add(call);
      if (isClosed) call.abort(closedError());
      const { practice } = options;
      const { tolerant = false, raw = false } = request;
      const redirect = request.follow !== false && options.origins === undefined;
      return follow({ parts, call, limits, practice, tolerant, raw, redirect }, hop);
    },
    async close() {
      isClosed = true;
      for (const call of running) call.abort(closedError());
      await parts.connections.close();
    },
  };
  return outbound;
}

// A certificate has about 2 KB.
const ISSUER_LIMITS = { maxBodyBytes: 64 * 1024, connectMs: 3_000, firstByteMs: 3_000, totalMs: 5_000 };

async function fetchIssuer(outbound: Outbound, url: string, signal: AbortSignal): Promise<Uint8Array> {
  const response = await outbound.request(url, { signal, limits: ISSUER_LIMITS, follow: false });
  if (response.status === 200) return response.bytes();
  response.cancel();
  throw new OutboundError('bad-response', `${url} was not found.`);
}

function closedError(): OutboundError {
  return new OutboundError('aborted', 'The request was canceled because Zeus is stopping.');
}

function firstTarget(address: string | URL, options: OutboundOptions): Target {
  try {
    return options.origins ? operatorTarget(address, options.origins) : parseTarget(address, options.practice);
  } catch (error) {
    if (error instanceof OutboundError) options.onRequest?.({ host: '', ms: 0, bytes: 0, code: error.code });
    throw error;
  }
}

function firstHop(address: string | URL, request: OutboundRequest, options: OutboundOptions): Hop {
  return {
    target: firstTarget(address, options),
    method: request.method ?? 'GET',
    headers: firstHeaders(request.headers ?? {}, { userAgent: options.userAgent ?? 'Zeus', raw: request.raw ?? false }),
    body: request.body,
  };
}
