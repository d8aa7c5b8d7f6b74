// Sends one hop: takes a slot at the host and a connection, and waits for the response headers. The exchange it returns holds both until
// `end` is called.

import type { Call } from '../call.ts';
import { toOutboundError } from '../outbound-error.ts';
import type { Answer } from './answer.ts';
import { type Connection, type Connections, wasClosedWhileIdle } from './connections.ts';
import type { Hop } from './hop.ts';
import type { HostGate } from './host-gate.ts';

export interface Exchange {
  answer: Answer;
  /** Releases what the exchange holds; the connection is kept if the response was read to its end. Safe to call twice. */
  end(wasReadToEnd: boolean): void;
}

export interface SendParts {
  gate: HostGate;
  connections: Connections;
}

export interface SendLimits {
  connectMs: number;
  firstByteMs: number;
  tolerant: boolean;
}

/** Throws OutboundError, having released everything. */
export async function send(parts: SendParts, call: Call, hop: Hop, limits: SendLimits): Promise<Exchange> {
  const leave = await parts.gate.enter(hop.target.host, call.signal);
  try {
    return await exchange(parts.connections, call, hop, limits, leave);
  } catch (error) {
    leave();
    if (call.signal.aborted) throw call.signal.reason;
    throw toOutboundError(error, hop.target.host);
  }
}

async function exchange(
  connections: Connections,
  call: Call,
  hop: Hop,
  limits: SendLimits,
  leave: () => void,
): Promise<Exchange> {
  // A POST must not be sent twice, so it never uses a kept connection that the other side may just be closing.
  const kept = hop.method === 'POST' ? undefined : connections.idle(hop.target, limits.tolerant);
  if (kept !== undefined) {
    try {
      return await ask(kept, call, hop, limits.firstByteMs, leave);
    } catch (error) {
      if (call.signal.aborted || !wasClosedWhileIdle(error)) throw error;
    }
  }
  const stop = call.alarm(limits.connectMs, `${hop.target.host} did not accept a connection in time.`);
  const fresh = await connections.open(hop.target, call.signal, limits.tolerant).finally(stop);
  return ask(fresh, call, hop, limits.firstByteMs, leave);
}

async function ask(
  connection: Connection,
  call: Call,
  hop: Hop,
  firstByteMs: number,
  leave: () => void,
): Promise<Exchange> {
  const { method, headers, body } = hop;
  const stop = call.alarm(firstByteMs, `${hop.target.host} did not answer in time.`);
  try {
    const path = hop.target.url.pathname + hop.target.url.search;
    const answer = await connection.ask({ method, path, headers, body, signal: call.signal });
    return { answer, end: ending(connection, leave) };
  } catch (error) {
    connection.destroy();
    throw error;
  } finally {
    stop();
  }
}

function ending(connection: Connection, leave: () => void): (wasReadToEnd: boolean) => void {
  let ended = false;
  return (wasReadToEnd) => {
    if (ended) return;
    ended = true;
    if (wasReadToEnd) connection.giveBack();
    else connection.destroy();
    leave();
  };
}
