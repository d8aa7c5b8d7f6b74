// The mail servers of the practice web: one real SMTP server for all domains on 127.0.0.1, and one that refuses clients in its
// greeting on 127.0.0.2, if the system has that address. Messages are discarded.

import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import type { World } from '../data/types.ts';
import { BLOCKING_ADDRESS } from '../dns/zone.ts';
import { createRecipientReply, type Reply } from './recipient-reply.ts';

export interface MailOptions {
  port: number;
  greylistMs: number;
  slowMs: number;
}

export interface Mail {
  port: number;
  stop(): Promise<void>;
}

/** Starts on loopback; port 0 picks a free one. Fails if the port is taken. */
export async function startMail(world: World, options: MailOptions): Promise<Mail> {
  const judge = createRecipientReply(world, { ...options, now: Date.now });
  const stopping = new AbortController();
  const named = new WeakMap<object, number>();
  const server = new SMTPServer({
    name: 'mx.practice.localhost',
    banner: 'Zeus practice mail',
    logger: false,
    authOptional: true,
    disabledCommands: ['AUTH'],
    disableReverseLookup: true,
    closeTimeout: 50,
    size: 1_000_000,
    onRcptTo(address, session, callback) {
      const from = session.envelope.mailFrom;
      const envelope = {
        from: from === false ? '' : from.address,
        to: address.address,
        client: session.remoteAddress,
        isSecure: session.secure,
        earlier: named.get(session) ?? 0,
      };
      named.set(session, envelope.earlier + 1);
      void answer(judge(envelope), stopping.signal).then(callback);
    },
    onData(stream, _session, callback) {
      stream.resume();
      stream.on('end', () => callback());
    },
  });
  // Clients that hang up in the middle of a line are normal.
  server.on('error', () => {});
  const port = await listen(server.server, () => server.listen(options.port, '127.0.0.1'));
  const blocker = await startBlocker(port);
  return {
    port,
    async stop() {
      stopping.abort();
      blocker?.close();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function answer(reply: Reply, signal: AbortSignal): Promise<Error | null> {
  const pause = reply.hold ? 600_000 : reply.waitMs;
  if (pause > 0) await wait(pause, undefined, { signal, ref: false }).catch(() => undefined);
  if (reply.refuse === null) return null;
  return Object.assign(new Error(reply.refuse.text), { responseCode: reply.refuse.code });
}

function listen(server: Server, open: () => void): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.once('listening', () => {
      server.off('error', reject);
      const place = server.address();
      resolve(place !== null && typeof place === 'object' ? place.port : 0);
    });
    open();
  });
}

// Only Linux answers on all of 127.0.0.0/8; elsewhere the blocked domain is simply unreachable.
async function startBlocker(port: number): Promise<Server | null> {
  const server = createServer((socket: Socket) => {
    socket.on('error', () => {});
    socket.end('554 5.7.1 mx.fortress.localhost: your address is on our block list\r\n');
  });
  server.unref();
  try {
    await listen(server, () => server.listen(port, BLOCKING_ADDRESS));
    return server;
  } catch {
    return null;
  }
}
