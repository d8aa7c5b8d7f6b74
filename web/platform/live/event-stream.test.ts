import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createParser, readEvents, type StreamEvent } from './event-stream.ts';

const text =
  'event: ready\ndata: {}\nretry: 1000\n\n: still here\n\nid: a:1\nevent: backlinks\ndata: {"id":\ndata: "ü"}\n\nevent: x\r\ndata: y\r\n\r\n';
const events: StreamEvent[] = [
  { id: '', event: 'ready', data: '{}' },
  { id: 'a:1', event: 'backlinks', data: '{"id":\n"ü"}' },
  { id: 'a:1', event: 'x', data: 'y' },
];

test('parses the same events however the text is split', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(text.length), { maxLength: 12 }), (cuts) => {
      const seen: StreamEvent[] = [];
      const parse = createParser((event) => seen.push(event));
      const ends = [...cuts.sort((a, b) => a - b), text.length];
      for (const [index, end] of ends.entries()) parse(text.slice(ends[index - 1] ?? 0, end));
      expect(seen).toEqual(events);
    }),
  );
});

test('an event without its empty line is incomplete', () => {
  const seen: StreamEvent[] = [];
  createParser((event) => seen.push(event))('event: a\ndata: b\n');
  expect(seen).toEqual([]);
});

test('abandons and releases a stream that is silent for too long', async () => {
  let isLetGo = false;
  const body = new ReadableStream<Uint8Array>({
    cancel() {
      isLetGo = true;
    },
  });
  await expect(readEvents(body, { silenceMs: 10, receive: () => {} })).rejects.toThrow('silent');
  await expect.poll(() => isLetGo).toBe(true);
});
