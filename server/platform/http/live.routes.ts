// The event stream: a notice whenever something of the user's changed. A heartbeat keeps proxies from closing it.
import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { Context } from '../context.ts';

const heartbeatMs = 15_000;
/** How long a browser waits before it connects again. */
const retryMs = 1_000;

type Env = { Variables: { userId: string } };

/** Expects the user to be known already. `closing` ends every stream, so that the server can stop. */
export function liveRoutes({ live, metrics }: Pick<Context, 'live' | 'metrics'>, closing: AbortSignal) {
  return new Hono<Env>().get('/live', (c) =>
    streamSSE(c, async (stream) => {
      const ended = new Promise<void>((resolve) => {
        stream.onAbort(resolve);
        closing.addEventListener('abort', () => resolve(), { once: true });
        if (closing.aborted) resolve();
      });
      metrics.liveStreams.inc();
      await stream.writeSSE({ event: 'ready', data: '{}', retry: retryMs });
      const stop = live.subscribe(c.get('userId'), c.req.header('last-event-id'), ({ id, topic, subject }) => {
        void stream.writeSSE({ id, event: topic, data: JSON.stringify({ id: subject }) });
      });
      const heartbeat = setInterval(() => void stream.write(': still here\n\n'), heartbeatMs);
      await ended;
      clearInterval(heartbeat);
      stop();
      metrics.liveStreams.dec();
    }),
  );
}
