// Speaks SMTP line by line, for tests.

import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

export interface Talk {
  greeting: string;
  /** Sends a line and resolves with the last line of the reply. */
  say(line: string): Promise<string>;
  startTls(): Promise<void>;
  end(): void;
}

/** Fails if nothing answers at the address. */
export async function talk(port: number, host = '127.0.0.1'): Promise<Talk> {
  let socket: Socket = connect(port, host);
  let replies = repliesOf(socket);
  const greeting = await replies();
  return {
    greeting,
    say: (line) => {
      socket.write(`${line}\r\n`);
      return replies();
    },
    async startTls() {
      socket.write('STARTTLS\r\n');
      await replies();
      const secured = connectTls({ socket, rejectUnauthorized: false });
      await new Promise((resolve, reject) =>
        secured.once('secureConnect', () => resolve(undefined)).once('error', reject),
      );
      socket = secured;
      replies = repliesOf(secured);
    },
    end: () => void socket.destroy(),
  };
}

function repliesOf(socket: Socket): () => Promise<string> {
  let text = '';
  let failure: Error | null = null;
  let wake: () => void = () => {};
  socket.on('data', (piece) => {
    text += piece.toString();
    wake();
  });
  socket.on('error', (error) => {
    failure = error;
    wake();
  });
  socket.on('close', () => {
    failure ??= new Error('The server hung up.');
    wake();
  });
  return async () => {
    for (;;) {
      const match = /^(?:\d{3}-.*\r\n)*(\d{3} .*)\r\n/.exec(text);
      if (match !== null) {
        text = text.slice(match[0].length);
        return match[1] ?? '';
      }
      if (failure !== null) throw failure;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
}
