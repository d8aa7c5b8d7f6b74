// Commands and replies over a socket, for a client that reads each reply before it sends what depends on it. Everything the
// other side may do is bounded: lines and bytes (line-buffer.ts), lines per reply, and the time for each reply.

import type { Socket } from 'node:net';
import { ChannelError, createLineBuffer } from './line-buffer.ts';
import { joinReply, type Reply, type ReplyLine, readReplyLine } from './reply.ts';

export interface Channel {
  /** The next reply. Throws ChannelError, or the signal's reason. */
  read(ms: number): Promise<Reply>;
  /** Writes commands. Throws TypeError for a command with more than one line. */
  write(commands: readonly string[]): void;
  /** Releases the socket for STARTTLS. Throws ChannelError `garbage` if unexpected data has arrived. */
  release(): Socket;
  /** Stops listening and closes the socket; pending writes still go out, within a second. Resolves when it is closed. */
  close(): Promise<void>;
}

// A long EHLO answer has about twenty lines.
const MAX_LINES = 100;
const CLOSE_MS = 1_000;

/** Reads from the socket until it is released or closed. */
export function openChannel(socket: Socket, signal: AbortSignal): Channel {
  const ear = listen(socket, signal);
  return {
    read: (ms) => readReply(ear, performance.now() + ms),
    write(commands) {
      if (commands.some((command) => /[\r\n\0]/.test(command))) throw new TypeError('a command is one line');
      if (socket.writable) socket.write(commands.map((command) => `${command}\r\n`).join(''));
    },
    release() {
      const { isEmpty } = ear.stop();
      // Pause, so that no data is lost before TLS listens.
      socket.pause();
      // Bytes that arrived before the encryption could be mistaken for encrypted ones (CVE-2011-0411).
      if (!isEmpty) throw new ChannelError('garbage', 'more than one reply to STARTTLS');
      return socket;
    },
    close() {
      ear.stop();
      return hangUp(socket);
    },
  };
}

async function readReply(ear: Ear, until: number): Promise<Reply> {
  const lines: ReplyLine[] = [];
  while (lines.length < MAX_LINES) {
    const line = readReplyLine(await ear.line(until));
    if (line === null) throw new ChannelError('garbage', 'not a reply of a mail server');
    lines.push(line);
    if (!line.isLast) continue;
    const reply = joinReply(lines);
    if (reply === null) throw new ChannelError('garbage', 'a reply with several codes');
    return reply;
  }
  throw new ChannelError('too-much', 'a reply of too many lines');
}

interface Ear {
  line(until: number): Promise<string>;
  stop(): { isEmpty: boolean };
}

function listen(socket: Socket, signal: AbortSignal): Ear {
  const buffer = createLineBuffer();
  let fault: unknown;
  let wake = () => {};
  const onData = (chunk: Buffer) => {
    try {
      buffer.push(chunk);
    } catch (error) {
      fault ??= error;
      socket.destroy();
    }
    wake();
  };
  const onEnd = () => {
    fault ??= new ChannelError('closed', 'the server closed the connection');
    wake();
  };
  const onAbort = () => wake();
  socket.on('data', onData).on('close', onEnd).on('end', onEnd).on('error', onEnd);
  signal.addEventListener('abort', onAbort, { once: true });

  return {
    async line(until) {
      for (;;) {
        signal.throwIfAborted();
        const line = buffer.next();
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
    },
    stop() {
      socket.off('data', onData).off('close', onEnd).off('end', onEnd).off('error', onEnd);
      signal.removeEventListener('abort', onAbort);
      return { isEmpty: buffer.isEmpty() };
    },
  };
}

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
