// The third step of loading a graph: each bucket sorted into inbound.src, and where each domain's links begin into inbound.off. A killed
// load continues with the next bucket.
import { readFile, rm } from 'node:fs/promises';
import { type AppendFile, openAppendFile } from './files/append-file.ts';
import { bucketPath, idsPerBucket, readBucket } from './files/edge-buckets.ts';
import { appendOffset, idBytes, offsetBytes, pathIn } from './files/graph-files.ts';
import { sortBucket } from './files/sort-bucket.ts';
import type { GraphLoad } from './graph-load.ts';

export async function buildInbound(load: GraphLoad): Promise<void> {
  const { work, state } = load;
  const strength = await readFile(pathIn(work, 'ratings.u8'));
  const offsets = openAppendFile(pathIn(work, 'inbound.off'), Math.min(firstId(load), state.ids) * offsetBytes);
  const sources = openAppendFile(pathIn(work, 'inbound.src'), state.sortedEdges * idBytes);
  try {
    while (state.sorted < state.buckets.length) await sortOne(load, { strength, offsets, sources });
    // One more, where the links of the last domain end.
    appendOffset(offsets, sources.length / idBytes);
    offsets.sync();
  } finally {
    offsets.close();
    sources.close();
  }
}

const firstId = ({ state }: GraphLoad) => state.sorted * idsPerBucket(state.ids, state.buckets.length);

async function sortOne(
  load: GraphLoad,
  { strength, offsets, sources }: { strength: Uint8Array; offsets: AppendFile; sources: AppendFile },
): Promise<void> {
  const { work, state, options } = load;
  const bucket = state.sorted;
  const each = idsPerBucket(state.ids, state.buckets.length);
  let first = sources.length / idBytes;
  const counts = await sortBucket({
    read: (onEdge) => readBucket(work, bucket, onEdge),
    targets: Math.max(0, Math.min(each, state.ids - bucket * each)),
    strength,
    most: options.sortedAtOnce,
    write: (ids) => sources.append(ids),
  });
  for (const count of counts) {
    appendOffset(offsets, first);
    first += count;
  }
  offsets.sync();
  sources.sync();
  state.sorted += 1;
  state.sortedEdges = sources.length / idBytes;
  load.report({ done: state.sortedEdges, expected: state.edges });
  await load.checkpoint();
  await rm(bucketPath(work, bucket), { force: true });
}
