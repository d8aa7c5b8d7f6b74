// A request can be answered before its body has arrived: refused for its size, its sender or its address. The connection
// can't carry another request until the rest of that body has been read, so the answer says `Connection: close`. Closing
// right away would reset the connection and could cost the client the answer, so for a while we read on and discard.
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

export type Fetch = (request: Request, env: unknown) => Response | Promise<Response>;

export interface LingerLimits {
  ms: number;
  bytes: number;
}

/** Enough for a client on a slow line to read an error while it is still sending. */
const lingerLimits: LingerLimits = { ms: 2_000, bytes: 32 * 1024 * 1024 };

/** Connections that will be closed: requests pipelined behind the refused one must not run. */
const closing = new WeakSet<Socket>();

/** Wraps an app so that no answer promises keep-alive while its request is still arriving. */
export function closeUnfinishedRequests(respond: Fetch, limits: LingerLimits = lingerLimits): Fetch {
  return (request, env) => {
    const { incoming } = env as { incoming: IncomingMessage };
    if (closing.has(incoming.socket)) return new Response(null, { status: 503, headers: { Connection: 'close' } });
    // No one reads the body of a GET; Node itself skips it before the next request.
    const { method } = incoming;
    if (method === 'GET' || method === 'HEAD' || !hasBody(incoming)) return respond(request, env);
    return finish(respond(request, env), incoming, limits);
  };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

async function finish(
  answer: Response | Promise<Response>,
  incoming: IncomingMessage,
  limits: LingerLimits,
): Promise<Response> {
  const response = await answer;
  // A small body usually arrives with the headers, but is parsed only after this handler has returned.
  if (!incoming.complete) await nextTurn();
  if (incoming.readableEnded || incoming.destroyed) return response;
  const discarded = discard(incoming, limits);
  if (incoming.complete) return response;
  closing.add(incoming.socket);
  return closeAfter(response, discarded);
}

/** Sends the whole response at once, and ends it (which closes the connection) when the body has been discarded. */
async function closeAfter(response: Response, discarded: Promise<void>): Promise<Response> {
  const headers = new Headers(response.headers);
  headers.set('Connection', 'close');
  const { status } = response;
  if (response.body === null) {
    await discarded;
    return new Response(null, { status, headers });
  }
  const bytes = new Uint8Array(await response.arrayBuffer());
  headers.set('Content-Length', String(bytes.length));
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(bytes);
      await discarded;
      controller.close();
    },
  });
  return new Response(body, { status, headers });
}

/** Reads and discards the rest of a body. Resolves at its end or at the limits; never fails. */
function discard(incoming: IncomingMessage, { ms, bytes }: LingerLimits): Promise<void> {
  return new Promise((resolve) => {
    let read = 0;
    const timer = setTimeout(stop, ms);
    function stop() {
      clearTimeout(timer);
      incoming.pause();
      resolve();
    }
    // A body that was partly read still has a reader that would pause it.
    incoming.removeAllListeners('data').on('data', (chunk: Buffer) => {
      read += chunk.length;
      if (read > bytes) stop();
    });
    incoming.once('end', stop).once('close', stop).once('error', stop).resume();
  });
}
