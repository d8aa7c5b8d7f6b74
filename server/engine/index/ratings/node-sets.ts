// A set of nodes for each node of a graph, in two arrays: which nodes it links to, and which of those link back.
import { add, type Graph } from './pagerank.ts';

export interface NodeSets {
  /** The set of node n is members[first[n]] up to members[first[n + 1]], ascending. */
  first: Uint32Array;
  members: Uint32Array;
}

/** Whom each node links to. */
export function outgoingSets({ nodes, from, to }: Graph): NodeSets {
  const first = new Uint32Array(nodes + 1);
  for (let i = 0; i < from.length; i++) add(first, (from[i] as number) + 1, 1);
  for (let node = 0; node < nodes; node++) add(first, node + 1, first[node] as number);
  const members = new Uint32Array(from.length);
  const place = first.slice();
  for (let i = 0; i < from.length; i++) {
    members[place[from[i] as number] as number] = to[i] as number;
    add(place, from[i] as number, 1);
  }
  return { first, members };
}

/** With whom each node exchanges links. */
export function mutualSets({ nodes, from, to }: Graph, { first, members }: NodeSets): NodeSets {
  const mutual = new Uint32Array(from.length);
  const starts = new Uint32Array(nodes + 1);
  let length = 0;
  let incoming = 0;
  for (let node = 0; node < nodes; node++) {
    let outgoing = first[node] as number;
    const end = first[node + 1] as number;
    for (; incoming < to.length && to[incoming] === node; incoming++) {
      const source = from[incoming] as number;
      while (outgoing < end && (members[outgoing] as number) < source) outgoing += 1;
      if (outgoing < end && members[outgoing] === source) mutual[length++] = source;
    }
    starts[node + 1] = length;
  }
  return { first: starts, members: mutual.subarray(0, length) };
}
