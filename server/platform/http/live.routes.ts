// The event stream: a notice whenever one of the user's rows changed. A heartbeat keeps proxies from closing it.
import type { ServerResponse } from 'node:http';
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import { liveEndpoints } from '../../../shared/api/account.ts';
import { AppError } from '../../../shared/errors.ts';
import type { LiveData, LiveEvent } from '../../../shared/live.ts';
import type { Context } from '../context.ts';
import { endpointRoutes } from './endpoint-routes.ts';

const heartbeatMs = 15_000;
/** A reader this far behind is disconnected: it returns with the id of its last notice, and our memory stays small. */
const waitingAtMost = 500;
/** Then a reader that is behind is disconnected, even if it has not read everything. */
const flushMs = 10_000;
/** After this time the client must present a valid token again. */
const longestMs = 15 * 60_000;
/** How long a browser waits before it reconnects. */
const retryMs = 1_000;
/** Per user and process: one stream per window, plus some whose end has not been noticed yet. */
export const streamsAtOnce = 50;

interface Reader {
  userId: string;
  /** Checked before each event, so that a stream goes silent with its session. */
  isSignedIn: () => Promise<boolean>;
  lastId: string | undefined;
  /** Closes the connection, whether or not the client reads. */
  disconnect: () => void;
}

type Platform = Pick<Context, 'live' | 'metrics'>;

/** Expects an authenticated user. `closing` ends every stream, so that the server can stop. */
export function liveRoutes(platform: Platform, closing: AbortSignal) {
  const open = new Map<string, number>();
  const count = (userId: string, by: number) => {
    const now = (open.get(userId) ?? 0) + by;
    if (now > 0) open.set(userId, now);
    else open.delete(userId);
  };
  return endpointRoutes(liveEndpoints, {
    'GET /data/live': ({ userId, headers }, c) => {
      // HEAD comes here too; no one would read its stream or end it.
      if (c.req.method === 'HEAD') return c.body(null, 200, { 'Content-Type': 'text/event-stream' });
      const { outgoing } = (c.env ?? {}) as { outgoing?: ServerResponse };
      const disconnect = () => void outgoing?.destroy();
      const reader = { userId, isSignedIn: c.var.isSignedIn, lastId: headers['last-event-id'], disconnect };
      if ((open.get(userId) ?? 0) >= streamsAtOnce) {
        throw new AppError('too-many-requests', 'Zeus is open in too many windows. Please close some of them.');
      }
      count(userId, 1);
      // nginx buffers responses unless told not to.
      c.header('X-Accel-Buffering', 'no');
      return streamSSE(c, (stream) => tellChanges(platform, stream, reader, closing).finally(() => count(userId, -1)));
    },
  });
}

async function tellChanges(
  { live, metrics }: Platform,
  stream: SSEStreamingApi,
  { userId, isSignedIn, lastId, disconnect }: Reader,
  closing: AbortSignal,
): Promise<void> {
  const { promise: gone, resolve: leave } = Promise.withResolvers<void>();
  const { promise: tooSlow, resolve: cutOff } = Promise.withResolvers<void>();
  let waiting = 0;
  let lastWritten: Promise<unknown> = Promise.resolve();
  function say(write: () => Promise<unknown>): void {
    waiting += 1;
    if (waiting > waitingAtMost) cutOff();
    lastWritten = lastWritten.then(async () => {
      // Without a database there is nothing to send but the heartbeat.
      if (await isSignedIn().catch(() => true)) await write();
      else leave();
      waiting -= 1;
    });
  }
  const handleClosing = () => leave();
  stream.onAbort(leave);
  closing.addEventListener('abort', handleClosing);
  if (closing.aborted) leave();
  metrics.liveStreams.inc();
  // With an id to resume from. A returning stream keeps its own until it has received what it missed.
  const place = lastId ? {} : { id: live.lastId() };
  say(() => stream.writeSSE({ ...place, event: 'ready' satisfies LiveEvent, data: '{}', retry: retryMs }));
  const stop = live.subscribe(userId, lastId, ({ id, topic, subject }) =>
    say(() => stream.writeSSE({ id, event: topic, data: JSON.stringify({ id: subject } satisfies LiveData) })),
  );
  const tooLong = setTimeout(leave, longestMs);
  const heartbeat = setInterval(() => say(() => stream.write(': still here\n\n')), heartbeatMs);
  await Promise.race([gone, tooSlow]);
  clearInterval(heartbeat);
  clearTimeout(tooLong);
  stop();
  metrics.liveStreams.dec();
  // Flush to a slow reader, or it would request the same notices again.
  const stalled = setTimeout(() => {
    stream.abort();
    disconnect();
  }, flushMs);
  await Promise.race([gone, lastWritten]);
  clearTimeout(stalled);
  closing.removeEventListener('abort', handleClosing);
}
