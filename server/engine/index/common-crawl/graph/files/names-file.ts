// Names by id. They are stored reversed, because neighbours then begin alike: each name is the number of characters it shares with the one
// before it, the number of those that follow, and these. Every block of 64 ids begins anew; names.off has the blocks' offsets.
import { reverseName } from '../../ranks/rank-lines.ts';
import type { AppendFile } from './append-file.ts';
import { appendOffset, type GraphFile } from './graph-files.ts';

export const namesPerBlock = 64;

export interface NamesWriter {
  /** Ids must ascend. Those that are left out have no name. */
  add(id: number, name: string): void;
  /** After the last name. */
  finish(): void;
}

export function createNamesWriter(open: (file: GraphFile) => AppendFile): NamesWriter {
  const blocks = open('names.blk');
  const offsets = open('names.off');
  const entry = Buffer.allocUnsafe(2 + 255);
  let next = 0;
  let before = '';
  const put = (name: string) => {
    if (next % namesPerBlock === 0) {
      appendOffset(offsets, blocks.length);
      before = '';
    }
    const shared = sharedLength(before, name);
    entry[0] = shared;
    entry[1] = name.length - shared;
    entry.write(name.slice(shared), 2, 'latin1');
    blocks.append(entry.subarray(0, 2 + name.length - shared));
    before = name;
    next += 1;
  };
  return {
    add(id, name) {
      while (next < id) put('');
      put(reverseName(name));
    },
    finish: () => appendOffset(offsets, blocks.length),
  };
}

/** The names in a block, as people write them; empty where an id has none. Throws RangeError if it is damaged. */
export function decodeNames(block: Buffer): string[] {
  const names: string[] = [];
  let before = '';
  for (let at = 0; at < block.length && names.length < namesPerBlock; ) {
    const shared = block.readUInt8(at);
    const end = at + 2 + block.readUInt8(at + 1);
    if (end > block.length || shared > before.length) throw new RangeError('A block of names is damaged.');
    before = before.slice(0, shared) + block.toString('latin1', at + 2, end);
    names.push(reverseName(before));
    at = end;
  }
  return names;
}

function sharedLength(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let length = 0;
  while (length < most && one.charCodeAt(length) === other.charCodeAt(length)) length += 1;
  return length;
}
