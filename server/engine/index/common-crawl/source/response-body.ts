// What can be wrong with the body of a response: it stops arriving, or it begins too early.

/** Counts only the time in which the next chunk is waited for: the reader may take as long as it likes. */
export async function* unlessSilent(
  body: AsyncIterable<Uint8Array>,
  silentMs: number,
  onSilence: () => void,
): AsyncGenerator<Uint8Array> {
  let timer = setTimeout(onSilence, silentMs);
  try {
    for await (const chunk of body) {
      clearTimeout(timer);
      yield chunk;
      timer = setTimeout(onSilence, silentMs);
    }
  } finally {
    clearTimeout(timer);
  }
}

/** Leaves out the first `start` bytes. Throws `tooShort` if there are fewer. */
export async function* withoutStart(
  body: AsyncIterable<Uint8Array>,
  start: number,
  tooShort: () => Error,
): AsyncGenerator<Uint8Array> {
  let left = start;
  for await (const chunk of body) {
    if (left < chunk.byteLength) yield chunk.subarray(left);
    left = Math.max(0, left - chunk.byteLength);
  }
  if (left > 0) throw tooShort();
}
