// The first step of loading a graph: which domain has which id, and how strong each is. It takes a few minutes, so a killed load begins it
// again.
import { OperatorError } from '../../../../platform/operator-error.ts';
import { isReversedName, reverseName } from '../ranks/rank-lines.ts';
import { readLines } from '../source/read-lines.ts';
import { type AppendFile, openAppendFile } from './files/append-file.ts';
import { type GraphFile, pathIn } from './files/graph-files.ts';
import { createLookupWriter } from './files/lookup-file.ts';
import { createNamesWriter } from './files/names-file.ts';
import { type GraphLoad, graphPath } from './graph-load.ts';
import { readRatingBytes } from './rating-bytes.ts';

/** Ids are numbered without gaps. The list of releases may be a little wrong; an id far above it is damage, and would only take space. */
const mostIds = (nodes: number) => Math.min(2 * nodes, 2 ** 31);
const linesPerReport = 500_000;

export async function readNames(load: GraphLoad): Promise<void> {
  const { work, state, options } = load;
  const open: AppendFile[] = [];
  const openFile = (file: GraphFile) => {
    const opened = openAppendFile(pathIn(work, file), 0);
    open.push(opened);
    return opened;
  };
  const lookup = createLookupWriter(work);
  try {
    await writeNames(load, openFile, lookup);
    for (const file of open) file.sync();
  } finally {
    for (const file of open) file.close();
    lookup.close();
  }
  if (state.domains < 2) throw new OperatorError(`${graphPath(options.graph.id, 'vertices')} has no domains.`);
  Object.assign(state, { step: 'edges', buckets: Array(options.buckets).fill(0) });
  await load.checkpoint();
}

async function writeNames(
  load: GraphLoad,
  open: (file: GraphFile) => AppendFile,
  lookup: ReturnType<typeof createLookupWriter>,
): Promise<void> {
  const { db, options, state } = load;
  const ratings = await readRatingBytes(db.kysely);
  const names = createNamesWriter(open);
  const strength = open('ratings.u8');
  const ids = mostIds(options.graph.nodes);
  const counts = { members: 0, brokenMembers: 0 };
  Object.assign(state, { ids: 0, domains: 0, skipped: 0, ranks: ratings.release });
  let lines = 0;
  for await (const batch of readLines(load.read('vertices'), counts)) {
    options.signal?.throwIfAborted();
    for (const line of batch) {
      const vertex = toVertex(line, ids);
      if (vertex && vertex.id >= state.ids) {
        names.add(vertex.id, vertex.name);
        lookup.add(vertex.id, vertex.name);
        while (strength.length < vertex.id) strength.append(Uint8Array.of(0));
        strength.append(Uint8Array.of(ratings.of(vertex.name)));
        state.ids = vertex.id + 1;
        state.domains += 1;
      } else state.skipped += 1;
    }
    if (Math.floor((lines + batch.length) / linesPerReport) > Math.floor(lines / linesPerReport)) {
      load.report({ done: lines + batch.length, expected: options.graph.nodes });
    }
    lines += batch.length;
  }
  load.report({ done: lines, expected: options.graph.nodes });
  state.skipped += counts.brokenMembers;
  names.finish();
  lookup.finish(open);
}

/**
 * A line has an id, the reversed domain and its number of hosts, separated by tabs. Lines are in the order of their ids. They are sorted by
 * name as well, but whether a hyphen comes before or after the end of a name has varied, so nothing relies on that. Null for a line that is
 * not understood, or whose id is not below `ids`.
 */
function toVertex(line: string, ids: number): { id: number; name: string } | null {
  const [id = '', reversed = ''] = line.split('\t', 2);
  const number = /^\d{1,10}$/.test(id) ? Number(id) : ids;
  return number < ids && isReversedName(reversed) ? { id: number, name: reverseName(reversed) } : null;
}
