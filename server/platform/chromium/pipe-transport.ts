// The browser's pipes as a transport for Puppeteer: JSON messages, each terminated by a zero byte. Puppeteer's own `launch` also
// offers pipes, but keeps what the browser prints, and the headless shell prints whatever a page writes to its console.
import type { Readable, Writable } from 'node:stream';
import type { ConnectionTransport } from 'puppeteer-core';

/** Pictures are below 2 MB. A page that makes the browser report more, such as a form it submits, loses the browser. */
const maxMessageBytes = 64 * 1024 * 1024;

/** Closes when either pipe does. */
export function pipeTransport(from: Readable, to: Writable): ConnectionTransport {
  const close = () => {
    from.destroy();
    to.destroy();
  };
  const transport: ConnectionTransport = { send: (message) => void to.write(`${message}\0`), close };
  let begun: Buffer[] = [];
  let bytes = 0;
  from.on('data', (chunk: Buffer) => {
    let start = 0;
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      const message = Buffer.concat([...begun, chunk.subarray(start, end)]).toString();
      begun = [];
      bytes = 0;
      start = end + 1;
      transport.onmessage?.(message);
    }
    begun.push(chunk.subarray(start));
    bytes += chunk.length - start;
    if (bytes > maxMessageBytes) close();
  });
  for (const stream of [from, to]) stream.on('error', close).on('close', close);
  from.on('close', () => transport.onclose?.());
  return transport;
}
