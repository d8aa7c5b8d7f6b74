// The second step of loading a graph: all links, distributed to buckets by linked domain. A killed load continues at its last checkpoint:
// what came before it is decompressed again, but not parsed.
import { OperatorError } from '../../../../platform/operator-error.ts';
import { readMembers } from '../warc/gzip-members.ts';
import { createEdgeParser } from './edge-lines.ts';
import { openBuckets } from './files/edge-buckets.ts';
import { type GraphLoad, graphPath } from './graph-load.ts';

export async function readEdges(load: GraphLoad): Promise<void> {
  const { work, state, options } = load;
  const buckets = openBuckets(work, { ids: state.ids, lengths: state.buckets });
  try {
    const parser = createEdgeParser(state, buckets.add);
    const { checkpointEdges, graph } = options;
    const save = async (step: 'edges' | 'inbound') => {
      const { edges, skipped, position } = parser;
      load.report({ done: edges, expected: graph.edges });
      Object.assign(state, { step, edges, skipped, position, buckets: buckets.sync() });
      await load.checkpoint();
    };
    for await (const bytes of fromPosition(load, parser.interrupt)) {
      parser.feed(bytes);
      if (parser.edges >= state.edges + checkpointEdges) await save('edges');
      else options.signal?.throwIfAborted();
    }
    parser.finish();
    if (parser.edges === 0) throw new OperatorError(`${graphPath(graph.id, 'edges')} has no links.`);
    await save('inbound');
  } finally {
    buckets.close();
  }
}

/** The decompressed file from the state's position on. `onGap`: something is missing before what comes next. */
async function* fromPosition({ read, state }: GraphLoad, onGap: () => void): AsyncGenerator<Uint8Array> {
  const counts = { members: 0, brokenMembers: 0 };
  let left = state.position;
  let broken = 0;
  for await (const pieces of readMembers(read('edges'), counts)) {
    // A gap before a piece that was read in part was dealt with before the checkpoint.
    if (counts.brokenMembers > broken && left === 0) onGap();
    broken = counts.brokenMembers;
    for (const { bytes } of pieces) {
      if (left < bytes.length) yield bytes.subarray(left);
      left = Math.max(0, left - bytes.length);
    }
  }
  if (counts.brokenMembers > broken) onGap();
}
