// The bytes of a stream that are not consumed yet, as one buffer, and the pieces they are decompressed to.

/** A part of a member's content. */
export interface Piece {
  bytes: Buffer;
  /** Whether the member ends here; what follows is independent of it. */
  endsMember: boolean;
  /** Frees the bytes at once. Only a reader that keeps no part of them may call it. */
  free?(): void;
}

export interface BufferedInput {
  bytes: Buffer;
  /** Whether the stream has no more bytes. */
  ended: boolean;
  /** Reads on until at least `length` bytes are buffered or the stream ends. */
  fill(length: number): Promise<void>;
  drop(length: number): void;
}

export function bufferInput(source: AsyncIterable<Uint8Array>): BufferedInput {
  const chunks = source[Symbol.asyncIterator]();
  const input: BufferedInput = {
    bytes: Buffer.alloc(0),
    ended: false,
    async fill(length) {
      const parts = [input.bytes];
      let total = input.bytes.length;
      while (total < length && !input.ended) {
        const next = await chunks.next();
        if (next.done) input.ended = true;
        else {
          parts.push(Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength));
          total += next.value.byteLength;
        }
      }
      if (parts.length > 1) input.bytes = Buffer.concat(parts, total);
    },
    drop(length) {
      input.bytes = input.bytes.subarray(length);
    },
  };
  return input;
}
