// Reads an event stream with fetch, because EventSource cannot send the user's token.
import { createParser, type EventSourceMessage } from 'eventsource-parser';

/** Calls back for each event until the stream ends. Rejects if the connection breaks or nothing arrives for `silenceMs`. */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  { silenceMs, receive }: { silenceMs: number; receive: (event: EventSourceMessage) => void },
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  const parser = createParser({ onEvent: receive });
  try {
    for (;;) {
      const { done, value } = await within(silenceMs, reader.read());
      if (done) return;
      parser.feed(value);
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the stream is silent')), ms);
  });
  try {
    return await Promise.race([work, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
