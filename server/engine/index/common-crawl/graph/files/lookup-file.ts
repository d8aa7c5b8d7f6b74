// Ids by name: 65,536 groups by the first half of the name's hash, each with the other half and the id of its names. One read gets the
// group's place, another the group. Names with the same hash are distinguished by reading them.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type AppendFile, openAppendFile } from './append-file.ts';
import { appendOffset, type GraphFile, idBytes } from './graph-files.ts';
import { nameHash } from './name-hash.ts';

const groups = 65_536;
/** The second half of the hash, and the id. */
const lookupBytes = 2 + idBytes;
/** Files that are sorted one at a time: of 121 million names, each has half a million. */
const parts = 256;
const partRecordBytes = 8;

export const groupOf = (name: string) => nameHash(name) >>> 16;

/** The ids in a group whose names may be this one. */
export function idsInGroup(group: Buffer, name: string): number[] {
  const rest = nameHash(name) & 0xffff;
  const ids: number[] = [];
  for (let at = 0; at + lookupBytes <= group.length; at += lookupBytes) {
    if (group.readUInt16LE(at) === rest) ids.push(group.readUInt32LE(at + 2));
  }
  return ids;
}

export interface LookupWriter {
  add(id: number, name: string): void;
  /** After the last name. */
  finish(open: (file: GraphFile) => AppendFile): void;
  close(): void;
}

/** `work`: where unsorted parts are written meanwhile. */
export function createLookupWriter(work: string): LookupWriter {
  const pathOf = (part: number) => join(work, `lookup-${part}.part`);
  const files = Array.from({ length: parts }, (_, part) => openAppendFile(pathOf(part), 0, 16 * 1024));
  const record = Buffer.allocUnsafe(partRecordBytes);
  return {
    add(id, name) {
      const hash = nameHash(name);
      record.writeUInt32LE(id, 0);
      record.writeUInt32LE(hash, 4);
      files[hash >>> 24]?.append(record);
    },
    finish(open) {
      const index = open('lookup.idx');
      const offsets = open('lookup.off');
      for (const [part, file] of files.entries()) {
        // Not synced: after a crash, names are read again.
        file.flush();
        writeSorted(readPart(pathOf(part)), part, { index, offsets });
        rmSync(pathOf(part));
      }
      appendOffset(offsets, index.length);
    },
    close() {
      for (const file of files) file.close();
    },
  };
}

/** Ids and hashes in turn, by hash: each pair is a number of 64 bits. A part has 4 MB at most, and reading it as a stream takes longer than this. */
function readPart(path: string): Uint32Array {
  const { buffer } = Uint8Array.from(readFileSync(path));
  new BigUint64Array(buffer).sort();
  return new Uint32Array(buffer);
}

function writeSorted(
  records: Uint32Array,
  part: number,
  { index, offsets }: { index: AppendFile; offsets: AppendFile },
): void {
  const groupsPerPart = groups / parts;
  const bytes = Buffer.allocUnsafe(lookupBytes);
  let next = part * groupsPerPart;
  for (let at = 0; at < records.length; at += 2) {
    const hash = records[at + 1] as number;
    for (; next <= hash >>> 16; next += 1) appendOffset(offsets, index.length);
    bytes.writeUInt16LE(hash & 0xffff, 0);
    bytes.writeUInt32LE(records[at] as number, 2);
    index.append(bytes);
  }
  for (; next < (part + 1) * groupsPerPart; next += 1) appendOffset(offsets, index.length);
}
