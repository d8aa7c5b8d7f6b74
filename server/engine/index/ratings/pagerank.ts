// PageRank over a graph of numbered nodes, in typed arrays: 12 bytes per edge and 32 per node.

import { setImmediate as yieldToOthers } from 'node:timers/promises';

export interface Graph {
  nodes: number;
  /** Edge i goes from from[i] to to[i]; each pair at most once, ordered by target, then source. */
  from: Uint32Array;
  to: Uint32Array;
}

export interface PageRank {
  /** They add up to the number of nodes, so 1 is average. */
  rank: Float64Array<ArrayBuffer>;
  /** The rank of a node without incoming edges. */
  base: number;
}

export const DAMPING = 0.85;
const MAX_ROUNDS = 100;
const CLOSE_ENOUGH = 1e-9;

/** The rank of each node. Yields to other work after each round. */
export async function pageRank({ nodes, from, to }: Graph): Promise<PageRank> {
  const outgoing = countEdges(nodes, from);
  let base = 1;
  const rank = await repeat(new Float64Array(nodes).fill(1), (rank, votes, next) => {
    let lost = 0;
    for (let node = 0; node < nodes; node++) {
      votes[node] = (DAMPING * (rank[node] as number)) / (outgoing[node] as number);
      // Nodes without links spread their rank evenly.
      if (outgoing[node] === 0) lost += rank[node] as number;
    }
    base = 1 - DAMPING + (DAMPING * lost) / Math.max(1, nodes);
    next.fill(base);
    for (let i = 0; i < from.length; i++) {
      const target = to[i] as number;
      next[target] = (next[target] as number) + (votes[from[i] as number] as number);
    }
  });
  return { rank, base };
}

/** How many edges each node has; `ends` are the sources or the targets of all edges. */
export function countEdges(nodes: number, ends: Uint32Array): Uint32Array {
  const counts = new Uint32Array(nodes);
  for (let i = 0; i < ends.length; i++) add(counts, ends[i] as number, 1);
  return counts;
}

export function add(list: Uint32Array, index: number, more: number): void {
  list[index] = (list[index] as number) + more;
}

type Round = (rank: Float64Array, votes: Float64Array, next: Float64Array) => void;

/** Repeats a round until ranks change by less than `closeEnough` on average. `votes` is scratch space for what each node gives to each of its targets. */
export async function repeat(
  start: Float64Array<ArrayBuffer>,
  round: Round,
  closeEnough = CLOSE_ENOUGH,
): Promise<Float64Array<ArrayBuffer>> {
  let rank = start;
  let next = new Float64Array(start.length);
  const votes = new Float64Array(start.length);
  for (let done = 0; done < MAX_ROUNDS; done++) {
    round(rank, votes, next);
    let change = 0;
    for (let node = 0; node < rank.length; node++) change += Math.abs((next[node] as number) - (rank[node] as number));
    [rank, next] = [next, rank];
    if (change < closeEnough * rank.length) break;
    await yieldToOthers();
  }
  return rank;
}
