// The event stream: a notice whenever something of the user's changed. A heartbeat keeps proxies from closing it.
import { Hono } from 'hono';
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import { AppError } from '../../../shared/errors.ts';
import type { Context } from '../context.ts';

const heartbeatMs = 15_000;
/** A reader so far behind is cut off: it comes back with the id of its last notice, and our memory stays small. */
const waitingAtMost = 500;
/** Then it must show a token that is still good. */
const longestMs = 15 * 60_000;
/** How long a browser waits before it connects again. */
const retryMs = 1_000;
/** Of one user at one process: a stream for each window, and some whose end nobody has noticed yet. */
export const streamsAtOnce = 50;

interface Reader {
  userId: string;
  /** Asked before anything is said, so that a stream falls silent with its session. */
  isSignedIn: () => Promise<boolean>;
  lastId: string | undefined;
}

type Env = { Variables: Omit<Reader, 'lastId'> };
type Platform = Pick<Context, 'live' | 'metrics'>;

/** Expects the user to be known already. `closing` ends every stream, so that the server can stop. */
export function liveRoutes(platform: Platform, closing: AbortSignal) {
  const open = new Map<string, number>();
  const count = (userId: string, by: number) => {
    const now = (open.get(userId) ?? 0) + by;
    if (now > 0) open.set(userId, now);
    else open.delete(userId);
  };
  return new Hono<Env>().get('/live', (c) => {
    // HEAD comes here too; nobody would read its stream, and nobody would end it.
    if (c.req.method === 'HEAD') return c.body(null, 200, { 'Content-Type': 'text/event-stream' });
    const reader = { ...c.var, lastId: c.req.header('last-event-id') };
    const { userId } = reader;
    if ((open.get(userId) ?? 0) >= streamsAtOnce) {
      throw new AppError('too-many-requests', 'Zeus is open in too many windows. Please close some of them.');
    }
    count(userId, 1);
    // nginx keeps answers back until they fill a page, unless it is told not to.
    c.header('X-Accel-Buffering', 'no');
    return streamSSE(c, (stream) => tellChanges(platform, stream, reader, closing).finally(() => count(userId, -1)));
  });
}

async function tellChanges(
  { live, metrics }: Platform,
  stream: SSEStreamingApi,
  { userId, isSignedIn, lastId }: Reader,
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
      // Without a database there is nothing to tell but that we are still here.
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
  // With a place to come back to. One that comes back keeps its own until it was told what it missed.
  const place = lastId ? {} : { id: live.lastId() };
  say(() => stream.writeSSE({ ...place, event: 'ready', data: '{}', retry: retryMs }));
  const stop = live.subscribe(userId, lastId, ({ id, topic, subject }) =>
    say(() => stream.writeSSE({ id, event: topic, data: JSON.stringify({ id: subject }) })),
  );
  const tooLong = setTimeout(leave, longestMs);
  const heartbeat = setInterval(() => say(() => stream.write(': still here\n\n')), heartbeatMs);
  await Promise.race([gone, tooSlow]);
  clearInterval(heartbeat);
  clearTimeout(tooLong);
  stop();
  metrics.liveStreams.dec();
  // What was said reaches a slow reader, or it would ask for the same again.
  await Promise.race([gone, lastWritten]);
  closing.removeEventListener('abort', handleClosing);
}
