// How far a graph is loaded, in a file next to it: everything before that point is on disk, and what was written after it is dropped.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../../../../shared/parse-json.ts';
import { writeDurably } from '../../../../platform/files/write-durably.ts';

const count = z.int().min(0);
const state = z.object({
  step: z.enum(['names', 'edges', 'inbound']),
  ids: count,
  domains: count,
  skipped: count,
  ranks: z.string().nullable(),
  /** Links read so far, and the position after them in the decompressed file. */
  edges: count,
  position: count,
  /** The lengths of the bucket files. */
  buckets: z.array(count),
  /** Buckets that are sorted, and the links in them. */
  sorted: count,
  sortedEdges: count,
});
export type LoadState = z.output<typeof state>;

const initialState = (): LoadState => ({
  ...{ step: 'names', ids: 0, domains: 0, skipped: 0, ranks: null },
  ...{ edges: 0, position: 0, buckets: [], sorted: 0, sortedEdges: 0 },
});

const pathOf = (work: string) => join(work, 'state.json');

/** From the start if there is no usable state. */
export async function readState(work: string): Promise<LoadState> {
  const text = await readFile(pathOf(work), 'utf8').catch(() => '');
  return state.catch(initialState).parse(parseJson(text));
}

export const writeState = (work: string, next: LoadState) => writeDurably(pathOf(work), JSON.stringify(next));
