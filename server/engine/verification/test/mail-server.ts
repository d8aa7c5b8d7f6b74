// A mail server on 127.0.0.1 that says what the test wants and records what it receives.

import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import { onTestFinished } from 'vitest';
import { selfSigned } from '../../../../practice/tls/certificate.ts';

/** The response to a command: a reply, or anything else done with the socket. */
export type Said = string | ((socket: Socket) => void);

export interface ServerBehavior {
  greeting?: Said;
  ehlo?: Said;
  helo?: Said;
  starttls?: Said;
  mail?: Said;
  rset?: Said;
  /** By recipient; the first call in a test is for the address in question. */
  rcpt?: (recipient: string, count: number) => Said;
}

export interface MailServer {
  port: number;
  /** Every line received, over all connections. */
  heard: string[];
  connections(): number;
  /** Connections open now, and the maximum so far. */
  open(): number;
  most(): number;
}

export const drop: Said = (socket) => void socket.destroy();
export const silent: Said = () => undefined;
export const drip =
  (text: string): Said =>
  (socket) => {
    const timer = setInterval(() => socket.write(text), 5);
    socket.once('close', () => clearInterval(timer));
  };

/** The default: knows `mia@` at any domain. */
const usual: Required<Pick<ServerBehavior, 'rcpt'>> = {
  rcpt: (recipient) => (recipient.toLowerCase().startsWith('mia@') ? '250 2.1.5 Ok' : '550 5.1.1 User unknown'),
};

export async function startMailServer(behavior: ServerBehavior = usual): Promise<MailServer> {
  const heard: string[] = [];
  const sockets = new Set<Socket>();
  const counts = { connections: 0, most: 0, recipients: 0 };
  const server = createServer((socket) => {
    sockets.add(socket);
    counts.connections += 1;
    counts.most = Math.max(counts.most, sockets.size);
    socket.once('close', () => sockets.delete(socket));
    serve(socket, { behavior, heard, counts });
    utter(socket, behavior.greeting ?? '220 mx.test ESMTP');
  });
  await new Promise<void>((resolve) => server.listen({ host: '127.0.0.1', port: 0 }, resolve));
  onTestFinished(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  );
  return {
    port: (server.address() as AddressInfo).port,
    heard,
    connections: () => counts.connections,
    open: () => sockets.size,
    most: () => counts.most,
  };
}

interface Memory {
  behavior: ServerBehavior;
  heard: string[];
  counts: { recipients: number };
}

function utter(socket: Socket, said: Said): void {
  if (typeof said === 'string') socket.write(`${said.replaceAll('\n', '\r\n')}\r\n`);
  else said(socket);
}

function serve(socket: Socket, memory: Memory): void {
  let text = '';
  const onData = (chunk: Buffer) => {
    text += chunk.toString();
    for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
      const line = text.slice(0, end);
      text = text.slice(end + 2);
      memory.heard.push(line);
      if (line === 'STARTTLS' && memory.behavior.starttls === undefined) return startTls(socket, memory, onData);
      utter(socket, answer(line, memory));
      if (line === 'QUIT') socket.end();
    }
  };
  socket.on('error', () => undefined).on('data', onData);
}

function answer(line: string, { behavior, counts }: Memory): Said {
  const [verb = ''] = line.split(' ');
  if (verb === 'RCPT') {
    counts.recipients += 1;
    const recipient = /<(.*)>/.exec(line)?.[1] ?? '';
    return (behavior.rcpt ?? usual.rcpt)(recipient, counts.recipients);
  }
  if (verb === 'EHLO') return behavior.ehlo ?? '250-mx.test at your service\n250-SIZE 1000\n250 ENHANCEDSTATUSCODES';
  if (verb === 'HELO') return behavior.helo ?? '250 mx.test';
  if (verb === 'RSET') return behavior.rset ?? '250 2.0.0 Ok';
  if (verb === 'MAIL') return behavior.mail ?? '250 2.1.0 Ok';
  if (verb === 'STARTTLS') return behavior.starttls ?? '502 no';
  return verb === 'QUIT' ? '221 2.0.0 Bye' : '502 5.5.1 not known';
}

const pair = selfSigned('mx.test');

function startTls(socket: Socket, memory: Memory, onData: (chunk: Buffer) => void): void {
  socket.off('data', onData);
  socket.write('220 2.0.0 Ready\r\n');
  serve(new TLSSocket(socket, { isServer: true, secureContext: createSecureContext(pair) }), memory);
}
