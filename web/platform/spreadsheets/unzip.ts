// Reads the files of a ZIP archive, only those that are wanted, with the browser's own decompression. The sizes that an archive
// states are not believed: reading stops as soon as a file is larger than allowed.
import { SpreadsheetError } from './spreadsheet-error.ts';

export interface Archive {
  readonly names: readonly string[];
  /** The text of a file; null if there is none. Throws SpreadsheetError. */
  read(name: string): Promise<string | null>;
}

interface Entry {
  method: number;
  start: number;
  size: number;
  isEncrypted: boolean;
}

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const endLength = 22;
const broken = () => new SpreadsheetError('This file is damaged. Please save it again, or save it as CSV.');

/** `maxBytes`: of all files together, decompressed. Throws SpreadsheetError. */
export function openArchive(bytes: Uint8Array<ArrayBuffer>, maxBytes: number): Archive {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = readDirectory(view);
  let left = maxBytes;
  return {
    names: [...entries.keys()],
    async read(name) {
      const entry = entries.get(name);
      if (!entry) return null;
      if (entry.isEncrypted)
        throw new SpreadsheetError('This file is password-protected. Please remove the password and try again.');
      const data = bytes.subarray(entry.start, entry.start + entry.size);
      if (entry.method !== 0 && entry.method !== 8) throw broken();
      const stream = new Blob([data]).stream();
      const unpacked = entry.method === 0 ? stream : stream.pipeThrough(new DecompressionStream('deflate-raw'));
      const { text, length } = await readText(unpacked, left);
      left -= length;
      return text;
    },
  };
}

async function readText(stream: ReadableStream<Uint8Array>, most: number): Promise<{ text: string; length: number }> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw broken();
    });
    if (done) return { text: parts.join('') + decoder.decode(), length };
    length += value.byteLength;
    if (length > most) {
      void reader.cancel().catch(() => undefined);
      throw new SpreadsheetError('This file is too large. Please save only the columns you need.');
    }
    parts.push(decoder.decode(value, { stream: true }));
  }
}

function readDirectory(view: DataView): Map<string, Entry> {
  const end = findEnd(view);
  const entries = new Map<string, Entry>();
  let at = view.getUint32(end + 16, true);
  try {
    for (let count = view.getUint16(end + 10, true); count > 0; count -= 1) {
      if (view.getUint32(at, true) !== entrySignature) throw broken();
      const nameLength = view.getUint16(at + 28, true);
      const name = new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + at + 46, nameLength));
      entries.set(name, readEntry(view, at));
      at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    }
  } catch {
    throw broken();
  }
  return entries;
}

function readEntry(view: DataView, at: number): Entry {
  const local = view.getUint32(at + 42, true);
  // The lengths in the local header may differ from those in the directory.
  const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  return {
    method: view.getUint16(at + 10, true),
    start,
    size: view.getUint32(at + 20, true),
    isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
  };
}

/** The end of the directory is at the end of the file, before a comment of at most 64 KB. */
function findEnd(view: DataView): number {
  const first = Math.max(0, view.byteLength - endLength - 0xffff);
  for (let at = view.byteLength - endLength; at >= first; at -= 1) {
    if (view.getUint32(at, true) === endSignature) return at;
  }
  throw broken();
}
