// CONNECT: opens a checked connection and passes bytes both ways until one side ends or a limit is reached.

import type { Socket } from 'node:net';
import { type Duplex, pipeline } from 'node:stream';
import { type Call, startCall } from '../call.ts';
import { parseAuthority, type Target } from '../connecting/target.ts';
import { OutboundError, toOutboundError } from '../outbound-error.ts';
import { createBudget, statusOf, type VisitParts } from './proxy-parts.ts';

export interface TunnelRequest {
  /** The target of the CONNECT line. */
  authority: string;
  client: Duplex;
  /** Bytes the client sent right after its request. */
  head: Buffer;
}

// Ports of https and WebSockets: the usual ones and those a large CDN offers. A tunnel can carry anything, so unlike plain
// requests it needs an allow list.
const PORTS = new Set([80, 443, 2052, 2053, 2082, 2083, 2086, 2087, 2095, 2096, 8080, 8443, 8880]);

/** Never throws: a failure is reported to the client. */
export async function tunnel(parts: VisitParts, request: TunnelRequest): Promise<void> {
  try {
    const target = parseTunnelTarget(request.authority, parts);
    const call = startCall({ host: target.host, totalMs: parts.limits.totalMs, onFinish: parts.onFinish });
    await open(parts, request, target, call);
  } catch (error) {
    const failure = toOutboundError(error, request.authority);
    request.client.end(
      `HTTP/1.1 ${statusOf(failure)} ${failure.code}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    );
  }
}

function parseTunnelTarget(authority: string, parts: VisitParts): Target {
  try {
    const target = parseAuthority(authority, parts.practice);
    if (target.practice || PORTS.has(target.port)) return target;
    throw new OutboundError('refused', `Port ${target.port} of ${target.host} is not opened.`);
  } catch (error) {
    if (error instanceof OutboundError) parts.visit.noteRefusal(authority.slice(0, 200), error.code);
    throw error;
  }
}

async function open(parts: VisitParts, request: TunnelRequest, target: Target, call: Call): Promise<void> {
  try {
    const upstream = await dial(parts, request.client, target, call);
    request.client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    join(parts, request, upstream, target.host, call);
  } catch (error) {
    const failure = toOutboundError(error, target.host);
    if (failure.code === 'refused') parts.visit.noteRefusal(target.host, failure.code);
    call.finish({ host: target.host, code: failure.code });
    throw failure;
  }
}

/** Ends it if the browser leaves meanwhile; from then on the streams themselves notice. */
async function dial(parts: VisitParts, client: Duplex, target: Target, call: Call): Promise<Socket> {
  const stop = call.alarm(parts.limits.connectMs, `${target.host} did not accept a connection in time.`);
  const leave = () => call.abort(new OutboundError('aborted', 'The browser closed the connection.'));
  client.once('close', leave);
  try {
    return await parts.dial(target, call.signal);
  } finally {
    stop();
    client.off('close', leave);
  }
}

function join(parts: VisitParts, { client, head }: TunnelRequest, upstream: Socket, host: string, call: Call): void {
  const budget = createBudget(parts, host);
  const cut = () => {
    client.destroy();
    upstream.destroy();
  };
  call.signal.addEventListener('abort', cut, { once: true });
  upstream.setTimeout(parts.limits.idleMs, () =>
    call.abort(new OutboundError('timeout', `${host} stopped responding.`)),
  );
  let open = 2;
  const ended = (error: Error | null | undefined) => {
    open -= 1;
    if (error) cut();
    if (error || open === 0) {
      const code = error ? toOutboundError(call.signal.aborted ? call.signal.reason : error, host).code : undefined;
      call.finish({ host, status: 200, bytes: budget.bytes(), code });
    }
  };
  const up = budget.stage();
  if (head.length > 0) up.write(head);
  pipeline(client, up, upstream, ended);
  pipeline(upstream, budget.stage(), client, ended);
}
