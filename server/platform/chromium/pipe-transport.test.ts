import { PassThrough } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { pipeTransport } from './pipe-transport.ts';

function openTransport() {
  const from = new PassThrough();
  const to = new PassThrough();
  const received: string[] = [];
  const closed = vi.fn();
  const transport = Object.assign(pipeTransport(from, to), {
    onmessage: (message: string) => void received.push(message),
    onclose: closed,
  });
  return { from, to, received, closed, transport };
}

test('separates messages by zero bytes, wherever the chunks end', async () => {
  const { from, to, received, transport } = openTransport();
  const bytes = Buffer.from('{"id":1}\0{"text":"ü"}\0{"id":3}\0');
  for (const byte of bytes) from.write(Buffer.from([byte]));
  from.write(Buffer.concat([bytes, Buffer.from('unfinished')]));
  await vi.waitFor(() => expect(received).toHaveLength(6), 30_000);
  expect(received).toEqual(['{"id":1}', '{"text":"ü"}', '{"id":3}', '{"id":1}', '{"text":"ü"}', '{"id":3}']);
  transport.send('{"id":4}');
  expect(String(to.read())).toBe('{"id":4}\0');
});

test('closes at a message that is too long, without delivering it', async () => {
  const { from, to, received, closed } = openTransport();
  from.write('short\0');
  const megabyte = Buffer.alloc(1024 * 1024, 'x');
  for (let sent = 0; sent < 65; sent += 1) from.write(megabyte);
  from.end('\0');
  await vi.waitFor(() => expect(closed).toHaveBeenCalledOnce(), 30_000);
  expect(received).toEqual(['short']);
  expect(to.destroyed).toBe(true);
});

test.each(['from', 'to'] as const)('closes with the pipe "%s"', async (pipe) => {
  const parts = openTransport();
  parts[pipe].destroy(new Error('broken'));
  await vi.waitFor(() => expect(parts.closed).toHaveBeenCalledOnce(), 30_000);
  expect([parts.from.destroyed, parts.to.destroyed]).toEqual([true, true]);
});
