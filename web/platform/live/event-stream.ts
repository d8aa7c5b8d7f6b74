// Reads an event stream with fetch, because EventSource cannot send the user's token.
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { withinTime } from '../within-time.ts';

/** Calls back for each event until the stream ends. Rejects if the connection breaks or nothing arrives for `silenceMs`. */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  { silenceMs, receive }: { silenceMs: number; receive: (event: EventSourceMessage) => void },
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  const parser = createParser({ onEvent: receive });
  const silent = new Error('the stream is silent');
  try {
    for (;;) {
      const { done, value } = await withinTime(silenceMs, reader.read(), silent);
      if (done) return;
      parser.feed(value);
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}
