// Reads a complete graph: a few reads at known offsets for any question, whatever its size.
import { type FileHandle, open } from 'node:fs/promises';
import { type GraphFile, idBytes, type Manifest, offsetBytes, pathIn } from './graph-files.ts';
import { groupOf, idsInGroup } from './lookup-file.ts';
import { decodeNames, namesPerBlock } from './names-file.ts';

/** Where a list of ids is in inbound.src, in ids. */
export interface Span {
  first: number;
  end: number;
}

export interface OpenGraph {
  /** Null if the graph does not have it. */
  idOf(name: string): Promise<number | null>;
  /** In the given order; empty where an id has none. */
  namesOf(ids: readonly number[]): Promise<string[]>;
  /** The domains that link to this one, strongest first. */
  inbound(id: number): Promise<Span>;
  idsAt(span: Span): Promise<number[]>;
  /** 0: unknown; 1 to 255. */
  strengthOf(id: number): Promise<number>;
}

/** Opens the files, and closes them afterwards. Throws if one is missing or damaged. */
export async function withGraph<Result>(
  place: string,
  manifest: Manifest,
  use: (graph: OpenGraph) => Promise<Result>,
): Promise<Result> {
  const files = new Map<GraphFile, Promise<FileHandle>>();
  const read = async (file: GraphFile, position: number, length: number): Promise<Buffer> => {
    const opened = files.get(file) ?? open(pathIn(place, file), 'r');
    files.set(file, opened);
    const buffer = Buffer.allocUnsafe(length);
    const { bytesRead } = await (await opened).read(buffer, 0, length, position);
    if (bytesRead < length) throw new RangeError(`${pathIn(place, file)} is damaged.`);
    return buffer;
  };
  try {
    return await use(graphOf(manifest, read));
  } finally {
    const opened = await Promise.allSettled(files.values());
    await Promise.all(opened.map((one) => (one.status === 'fulfilled' ? one.value.close() : undefined)));
  }
}

function graphOf(
  { ids, links }: Manifest,
  read: (file: GraphFile, position: number, length: number) => Promise<Buffer>,
): OpenGraph {
  /** Two neighbouring offsets: where something begins and ends. Throws if that is more than `most`. */
  const spanAt = async (file: GraphFile, index: number, most: number): Promise<Span> => {
    const pair = await read(file, index * offsetBytes, 2 * offsetBytes);
    const span = { first: pair.readUIntLE(0, offsetBytes), end: pair.readUIntLE(offsetBytes, offsetBytes) };
    if (span.end < span.first || span.end - span.first > most) throw new RangeError(`${file} is damaged.`);
    return span;
  };
  const readBlock = async (block: number): Promise<string[]> => {
    const { first, end } = await spanAt('names.off', block, namesPerBlock * (2 + 255));
    return decodeNames(await read('names.blk', first, end - first));
  };
  const namesOf: OpenGraph['namesOf'] = async (wanted) => {
    const blocks = [...new Set(wanted.map((id) => Math.floor(id / namesPerBlock)))];
    const names = new Map<number, string[]>();
    for (const block of blocks) names.set(block, await readBlock(block));
    return wanted.map((id) => names.get(Math.floor(id / namesPerBlock))?.[id % namesPerBlock] ?? '');
  };
  return {
    async idOf(name) {
      // A group has about 2,000 of 121 million names.
      const { first, end } = await spanAt('lookup.off', groupOf(name), 16 * 1024 * 1024);
      const found = idsInGroup(await read('lookup.idx', first, end - first), name);
      const names = await namesOf(found);
      return found.find((_, index) => names[index] === name) ?? null;
    },
    namesOf,
    inbound: (id) => spanAt('inbound.off', id, links),
    async idsAt({ first, end }) {
      const bytes = await read('inbound.src', first * idBytes, (end - first) * idBytes);
      const found = Array.from({ length: end - first }, (_, at) => bytes.readUInt32LE(at * idBytes));
      if (found.some((id) => id >= ids)) throw new RangeError('inbound.src is damaged.');
      return found;
    },
    strengthOf: async (id) => (await read('ratings.u8', id, 1)).readUInt8(0),
  };
}
