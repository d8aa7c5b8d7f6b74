// Builds a graph from a list of edges.
import type { Graph } from '../ratings/pagerank.ts';

/** Edges in any order; duplicates count once. */
export function graphOf(nodes: number, edges: Iterable<readonly [from: number, to: number]>): Graph {
  const list = [...new Map([...edges].map((edge) => [edge.join(), edge])).values()].sort(
    ([fromA, toA], [fromB, toB]) => toA - toB || fromA - fromB,
  );
  return { nodes, from: Uint32Array.from(list, ([from]) => from), to: Uint32Array.from(list, ([, to]) => to) };
}
