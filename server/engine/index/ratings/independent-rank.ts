// PageRank in which a site network has one vote. As several links from one domain count once, so do the links from several domains
// of one network: for each target the strongest of their votes counts, and within the network none does.
//
// Compared with plain PageRank, votes are only left out, never given to others. So no domain gains anything, and domains that no
// network links to keep their rank exactly. Copying a domain's links can't hurt it or those it links to: if its vote is left out,
// it is because a stronger one counts instead.
import { add, countEdges, DAMPING, type Graph, type PageRank, repeat } from './pagerank.ts';

export interface IndependentRank {
  /** At most the plain rank. */
  rank: Float64Array;
  /** How many of each domain's linking domains have a vote that does not count. */
  uncounted: Uint32Array;
}

/** A smaller difference from the plain rank is a rounding error. */
const REAL_DIFFERENCE = 1e-6;
// Left-out votes leave the graph, which makes this converge more slowly than plain PageRank. This takes 35 rounds, 1e-9 took 91.
const CLOSE_ENOUGH = 1e-5;

export async function independentRank(
  graph: Graph,
  { rank: plain, base }: PageRank,
  network: Int32Array,
): Promise<IndependentRank> {
  const { from, to, votersFrom, votersOf, targets, uncounted } = splitVotes(graph, network);
  if (from.length === graph.from.length) return { rank: plain, uncounted };
  const outgoing = countEdges(graph.nodes, graph.from);
  const strongest = new Float64Array(targets.length);
  const round = (rank: Float64Array, votes: Float64Array, next: Float64Array) => {
    for (let node = 0; node < graph.nodes; node++) {
      votes[node] = (DAMPING * (rank[node] as number)) / (outgoing[node] as number);
    }
    next.fill(base);
    for (let i = 0; i < from.length; i++) {
      const target = to[i] as number;
      next[target] = (next[target] as number) + (votes[from[i] as number] as number);
    }
    strongest.fill(0);
    for (let i = 0; i < votersFrom.length; i++) {
      const voter = votersOf[i] as number;
      strongest[voter] = Math.max(strongest[voter] as number, votes[votersFrom[i] as number] as number);
    }
    for (let i = 0; i < targets.length; i++) {
      const target = targets[i] as number;
      next[target] = (next[target] as number) + (strongest[i] as number);
    }
  };
  const rank = await repeat(plain.slice(), round, CLOSE_ENOUGH);
  for (let node = 0; node < graph.nodes; node++) {
    if ((rank[node] as number) > (plain[node] as number) * (1 - REAL_DIFFERENCE)) rank[node] = plain[node] as number;
  }
  return { rank, uncounted };
}

interface Votes {
  /** The edges from domains that belong to no network. */
  from: Uint32Array;
  to: Uint32Array;
  /** Edge i from a network to others belongs to the pair votersOf[i] of a network and a target, which is targets[votersOf[i]]. */
  votersFrom: Uint32Array;
  votersOf: Uint32Array;
  targets: Uint32Array;
  uncounted: Uint32Array;
}

function splitVotes({ nodes, from, to }: Graph, network: Int32Array): Votes {
  const free = { from: new Uint32Array(from.length), to: new Uint32Array(from.length), length: 0 };
  const votersFrom: number[] = [];
  const votersOf: number[] = [];
  const targets: number[] = [];
  const uncounted = new Uint32Array(nodes);
  let pairs = new Map<number, number>();
  for (let i = 0; i < from.length; i++) {
    const source = from[i] as number;
    const target = to[i] as number;
    const leader = network[source] as number;
    if (target !== to[i - 1] && pairs.size > 0) pairs = new Map();
    if (leader < 0) {
      free.from[free.length] = source;
      free.to[free.length++] = target;
      continue;
    }
    const known = pairs.get(leader);
    if (leader === network[target] || known !== undefined) add(uncounted, target, 1);
    if (leader === network[target]) continue;
    if (known === undefined) pairs.set(leader, targets.push(target) - 1);
    votersFrom.push(source);
    votersOf.push(known ?? targets.length - 1);
  }
  const list = (numbers: number[]) => Uint32Array.from(numbers);
  return {
    ...{ from: free.from.subarray(0, free.length), to: free.to.subarray(0, free.length) },
    ...{ votersFrom: list(votersFrom), votersOf: list(votersOf), targets: list(targets), uncounted },
  };
}
