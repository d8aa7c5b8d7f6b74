// A file that is only appended to, and can be continued at a length that is known to be on disk.
import { closeSync, fstatSync, fsyncSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { OperatorError } from '../../../../../platform/operator-error.ts';

export interface AppendFile {
  /** Including what is still buffered. */
  readonly length: number;
  append(bytes: Uint8Array): void;
  /** Writes what is buffered, so that it can be read; after a crash it may be lost. */
  flush(): void;
  /** Returns once everything is on disk. */
  sync(): void;
  /** Does not write what is buffered: after a failure, that is unwanted. */
  close(): void;
}

/** Drops everything after `length`. Throws OperatorError if the file is shorter. */
export function openAppendFile(path: string, length: number, bufferBytes = 256 * 1024): AppendFile {
  const file = openSync(path, 'a');
  if (fstatSync(file).size < length) {
    closeSync(file);
    throw new OperatorError(`${path} is damaged. Drop the release and add it again.`);
  }
  ftruncateSync(file, length);
  const buffer = Buffer.allocUnsafe(bufferBytes);
  let used = 0;
  let written = length;
  const write = (bytes: Uint8Array) => {
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    written += bytes.length;
  };
  const flush = () => {
    write(buffer.subarray(0, used));
    used = 0;
  };
  return {
    get length() {
      return written + used;
    },
    append(bytes) {
      if (used + bytes.length > bufferBytes) flush();
      if (bytes.length > bufferBytes) return write(bytes);
      buffer.set(bytes, used);
      used += bytes.length;
    },
    flush,
    sync() {
      flush();
      fsyncSync(file);
    },
    close: () => closeSync(file),
  };
}
