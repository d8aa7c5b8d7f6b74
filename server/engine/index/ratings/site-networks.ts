// Finds site networks: domains whose links are so alike that they hardly belong to different people. Two domains are alike if at
// least 80 % of what they link to is the same, or of those with whom they exchange links, and if so much agreement is no accident.
// Targets count by their rarity, ln(domains / domains linking to it): that two sites both link to Facebook says nothing.
//
// Only a domain's own outgoing links decide, so nobody can pull another's domain into a network by linking to it. A copycat can
// join the copied domain, which costs that one nothing (independent-rank.ts), but never leads: the domain known first does.

import { mutualSets, type NodeSets, outgoingSets } from './node-sets.ts';
import { countEdges, type Graph } from './pagerank.ts';

const ALIKE = 0.8;
/** Two sets of which 80 % is the same meet in at least one of the four buckets with a probability of 98 %. */
const HASHES = 8;
const BUCKET_HASHES = 2;
/** Keeps a bucket with many unlike domains from taking long. */
const MAX_LEADERS = 16;
/** Targets that more than a third of all domains link to are left out of the hashes. */
const LEAST_WEIGHT = 1;

/** The domain that leads each domain's network, itself included; -1: it belongs to none. Nodes are numbered by age. */
export function findNetworks(graph: Graph): Int32Array {
  const network = new Int32Array(graph.nodes).fill(-1);
  const incoming = countEdges(graph.nodes, graph.to);
  const weights = Float64Array.from(incoming, (count) => Math.log(graph.nodes / Math.max(1, count)));
  const outgoing = outgoingSets(graph);
  const hashes = hashesOf(weights);
  groupAlike(outgoing, { weights, hashes, isClosed: false, network });
  groupAlike(mutualSets(graph, outgoing), { weights, hashes, isClosed: true, network });
  return network;
}

interface Grouping {
  weights: Float64Array;
  hashes: Uint32Array;
  /** Whether each node is hashed as a member of its own set. Those who all exchange links then have the same hashes. */
  isClosed: boolean;
  network: Int32Array;
}

function groupAlike(sets: NodeSets, { weights, hashes, isClosed, network }: Grouping): void {
  // By chance, fewer than one pair of all domains would agree on this much.
  const evidence = 2 * Math.log(weights.length);
  const totals = totalWeights(sets, weights);
  const signatures = signaturesOf(sets, hashes, isClosed);
  const alike = (a: number, b: number) => {
    const [small, large] = [
      Math.min(totals[a] as number, totals[b] as number),
      Math.max(totals[a] as number, totals[b] as number),
    ];
    if (small + evidence < ALIKE * large) return false;
    return areAlike(sets, weights, { a, b, evidence });
  };
  for (let hash = 0; hash < HASHES; hash += BUCKET_HASHES) {
    const buckets = new Map<number, number[]>();
    for (let node = 0; node < weights.length; node++) {
      if ((totals[node] as number) < evidence) continue;
      const at = node * HASHES + hash;
      const key = mix((signatures[at] as number) ^ mix(signatures[at + 1] as number));
      const bucket = buckets.get(key);
      if (bucket) bucket.push(node);
      else buckets.set(key, [node]);
    }
    for (const bucket of buckets.values()) if (bucket.length > 1) groupBucket(bucket, alike, network);
  }
}

/** Each domain joins the first leader that is older and like itself, not merely like another member. */
function groupBucket(bucket: readonly number[], alike: (a: number, b: number) => boolean, network: Int32Array): void {
  const leaders = new Set<number>();
  for (const node of bucket) {
    const known = network[node] as number;
    const leader = known >= 0 ? known : [...leaders].find((one) => one < node && alike(one, node));
    if (leader === undefined) {
      if (leaders.size < MAX_LEADERS) leaders.add(node);
      continue;
    }
    network[node] = leader;
    network[leader] = leader;
    leaders.add(leader);
  }
}

/** Whether the two sets are alike, leaving out the two nodes themselves: members of a ring link to each other, not to themselves. */
function areAlike(
  { first, members }: NodeSets,
  weights: Float64Array,
  { a, b, evidence }: { a: number; b: number; evidence: number },
): boolean {
  let [i, j] = [first[a] as number, first[b] as number];
  const [endOfA, endOfB] = [first[a + 1] as number, first[b + 1] as number];
  let shared = 0;
  let all = 0;
  while (i < endOfA || j < endOfB) {
    const left = i < endOfA ? (members[i] as number) : Number.POSITIVE_INFINITY;
    const right = j < endOfB ? (members[j] as number) : Number.POSITIVE_INFINITY;
    const member = Math.min(left, right);
    if (left === member) i += 1;
    if (right === member) j += 1;
    if (member === a || member === b) continue;
    all += weights[member] as number;
    if (left === right) shared += weights[member] as number;
  }
  return shared >= evidence && shared >= ALIKE * all;
}

function totalWeights({ first, members }: NodeSets, weights: Float64Array): Float64Array {
  const totals = new Float64Array(weights.length);
  for (let node = 0; node < totals.length; node++) {
    let sum = 0;
    for (let i = first[node] as number; i < (first[node + 1] as number); i++)
      sum += weights[members[i] as number] as number;
    totals[node] = sum;
  }
  return totals;
}

/** MinHash: two sets agree in each of the hashes with the probability of their overlap. */
function signaturesOf({ first, members }: NodeSets, hashes: Uint32Array, isClosed: boolean): Uint32Array {
  const signatures = isClosed ? hashes.slice() : new Uint32Array(hashes.length).fill(0xffffffff);
  for (let node = 0; node + 1 < first.length; node++) {
    const own = node * HASHES;
    for (let i = first[node] as number; i < (first[node + 1] as number); i++) {
      const other = (members[i] as number) * HASHES;
      for (let hash = 0; hash < HASHES; hash++) {
        const value = hashes[other + hash] as number;
        if (value < (signatures[own + hash] as number)) signatures[own + hash] = value;
      }
    }
  }
  return signatures;
}

/** The hashes of each node. A node that very many link to gets the largest, so that it never decides. */
function hashesOf(weights: Float64Array): Uint32Array {
  const hashes = new Uint32Array(weights.length * HASHES).fill(0xffffffff);
  for (let node = 0; node < weights.length; node++) {
    if ((weights[node] as number) < LEAST_WEIGHT) continue;
    const seed = mix(node + 1);
    for (let hash = 0; hash < HASHES; hash++) {
      hashes[node * HASHES + hash] = mix(seed ^ Math.imul(hash + 1, 0x9e3779b1));
    }
  }
  return hashes;
}

/** Spreads the bits of a 32-bit number (the finalizer of MurmurHash3). */
function mix(value: number): number {
  let mixed = value ^ (value >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
