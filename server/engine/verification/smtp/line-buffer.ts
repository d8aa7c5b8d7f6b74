// Bytes in, lines out, with bounds on both.

export type ChannelFault = 'closed' | 'timeout' | 'garbage' | 'too-much';

export class ChannelError extends Error {
  override readonly name = 'ChannelError';
  readonly fault: ChannelFault;
  constructor(fault: ChannelFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

export interface LineBuffer {
  /** Throws ChannelError `too-much` when the other side has written more than any conversation needs. */
  push(chunk: Buffer): void;
  /** The next line without its line break; undefined while incomplete. Throws ChannelError `garbage` for an endless one. */
  next(): string | undefined;
  isEmpty(): boolean;
}

// RFC 5321 allows 512 octets per line; some servers write more.
const MAX_LINE = 4_096;
const MAX_BYTES = 64 * 1_024;

export function createLineBuffer(): LineBuffer {
  let buffer = Buffer.alloc(0);
  let received = 0;
  return {
    push(chunk) {
      received += chunk.length;
      if (received > MAX_BYTES) throw new ChannelError('too-much', 'the server sends data without end');
      buffer = Buffer.concat([buffer, chunk]);
    },
    next() {
      const end = buffer.indexOf('\n');
      if (end < 0 && buffer.length <= MAX_LINE) return undefined;
      if (end < 0 || end > MAX_LINE) throw new ChannelError('garbage', 'a line that never ends');
      const line = buffer.toString('utf8', 0, end).replace(/\r$/, '');
      buffer = buffer.subarray(end + 1);
      return line;
    },
    isEmpty: () => buffer.length === 0,
  };
}
