import type { EventSourceMessage } from 'eventsource-parser';
import { expect, test } from 'vitest';
import { readEvents } from './event-stream.ts';

test('reads events, even if a character is split between two chunks', async () => {
  const bytes = new TextEncoder().encode(
    ': still here\n\nid: a:1\nevent: backlinks\ndata: {"id":\ndata: "ü"}\n\nevent: x\n',
  );
  const cut = bytes.indexOf(0xc3) + 1;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes.slice(0, cut));
      controller.enqueue(bytes.slice(cut));
      controller.close();
    },
  });
  const events: EventSourceMessage[] = [];
  await readEvents(body, { silenceMs: 60_000, receive: (event) => events.push(event) });
  expect(events).toEqual([{ id: 'a:1', event: 'backlinks', data: '{"id":\n"ü"}' }]);
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
