// Lines over a socket, for a client that waits for each reply before it says the next thing. Everything the other side
// may do is bounded: length of a line, lines and bytes of a reply, bytes altogether, and the time for each reply.

import type { Socket } from 'node:net';
import { joinReply, type Reply, type ReplyLine, readReplyLine } from './reply.ts';

export type ChannelFault = 'closed' | 'timeout' | 'garbage' | 'too-much';

export class ChannelError extends Error {
  override readonly name = 'ChannelError';
  readonly fault: ChannelFault;
  constructor(fault: ChannelFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

export interface Channel {
  /** The next reply. Throws ChannelError, or the signal's reason. */
  read(ms: number): Promise<Reply>;
  /** Writes one command; throws TypeError for text that is more than one line. */
  write(command: string): void;
  /** Gives the socket away, for STARTTLS. Throws ChannelError `garbage` when something has arrived that nobody asked for. */
  release(): Socket;
  /** Stops listening and closes the socket; what was written still goes out, within a second. Resolves when it is closed. */
  close(): Promise<void>;
}

// RFC 5321 allows 512 octets a line; some servers write more. A long EHLO answer has some twenty lines.
const MAX_LINE = 4_096;
const MAX_LINES = 100;
const MAX_BYTES = 64 * 1_024;

/** Reads from the socket until it is released or destroyed. */
export function openChannel(socket: Socket, signal: AbortSignal): Channel {
  let buffer = Buffer.alloc(0);
  let received = 0;
  let fault: ChannelError | undefined;
  let wake = () => {};
  const fail = (kind: ChannelFault, message: string) => {
    fault ??= new ChannelError(kind, message);
    wake();
  };
  const onData = (chunk: Buffer) => {
    received += chunk.length;
    if (received > MAX_BYTES) {
      socket.destroy();
      return fail('too-much', 'the server writes without end');
    }
    buffer = Buffer.concat([buffer, chunk]);
    wake();
  };
  const onClose = () => fail('closed', 'the server closed the connection');
  const onAbort = () => wake();
  socket.on('data', onData).on('close', onClose).on('end', onClose).on('error', onClose);
  signal.addEventListener('abort', onAbort, { once: true });
  const letGo = () => {
    socket.off('data', onData).off('close', onClose).off('end', onClose).off('error', onClose);
    signal.removeEventListener('abort', onAbort);
  };

  const nextLine = (): string | undefined => {
    const end = buffer.indexOf(0x0a);
    if (end < 0 && buffer.length <= MAX_LINE) return undefined;
    if (end < 0 || end > MAX_LINE) throw new ChannelError('garbage', 'a line without end');
    const line = buffer.toString('utf8', 0, end).replace(/\r$/, '');
    buffer = buffer.subarray(end + 1);
    return line;
  };
  const waitForLine = async (until: number): Promise<string> => {
    for (;;) {
      signal.throwIfAborted();
      const line = nextLine();
      if (line !== undefined) return line;
      if (fault !== undefined) throw fault;
      const left = until - performance.now();
      if (left <= 0) throw new ChannelError('timeout', 'no answer in time');
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  };

  return {
    async read(ms) {
      const until = performance.now() + ms;
      const lines: ReplyLine[] = [];
      while (lines.length < MAX_LINES) {
        const line = readReplyLine(await waitForLine(until));
        if (line === null) throw new ChannelError('garbage', 'not a reply of a mail server');
        lines.push(line);
        if (!line.isLast) continue;
        const reply = joinReply(lines);
        if (reply === null) throw new ChannelError('garbage', 'a reply with several codes');
        return reply;
      }
      throw new ChannelError('too-much', 'a reply of too many lines');
    },
    write(command) {
      if (/[\r\n\0]/.test(command)) throw new TypeError('a command is one line');
      if (!socket.destroyed && socket.writable) socket.write(`${command}\r\n`);
    },
    release() {
      letGo();
      // It must not run dry before TLS listens.
      socket.pause();
      // Bytes that came in before the encryption could be taken for encrypted ones (CVE-2011-0411).
      if (buffer.length > 0) throw new ChannelError('garbage', 'more than one reply to STARTTLS');
      if (fault !== undefined) throw fault;
      return socket;
    },
    close() {
      letGo();
      return hangUp(socket);
    },
  };
}

const CLOSE_MS = 1_000;

function hangUp(socket: Socket): Promise<void> {
  socket.on('error', () => undefined).resume();
  return new Promise((resolve) => {
    if (socket.closed) return resolve();
    const timer = setTimeout(() => socket.destroy(), CLOSE_MS);
    socket.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
    if (socket.writable) socket.end();
    else socket.destroy();
  });
}
