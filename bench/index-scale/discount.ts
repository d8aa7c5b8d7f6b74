// What finding site networks and leaving out their votes costs, next to plain PageRank on the same graph in the same run.
import { readGraph } from '../../server/engine/index/ratings/domain-graph.ts';
import { independentRank } from '../../server/engine/index/ratings/independent-rank.ts';
import { type Graph, pageRank } from '../../server/engine/index/ratings/pagerank.ts';
import { findNetworks } from '../../server/engine/index/ratings/site-networks.ts';
import type { Database } from '../../server/platform/db.ts';

const RING = 20;
/** The share of domains that belong to a ring. */
const SHARE = 0.02;

/** The domains of each ring link to each other. They are new, and numbered after those of the graph. */
function withRings({ nodes, from, to }: Graph): Graph {
  const rings = Math.ceil((nodes * SHARE) / RING);
  const sources = [from];
  const targets = [to];
  for (let ring = 0; ring < rings; ring++) {
    const members = Uint32Array.from({ length: RING }, (_, index) => nodes + ring * RING + index);
    for (const member of members) {
      sources.push(members.filter((other) => other !== member));
      targets.push(new Uint32Array(RING - 1).fill(member));
    }
  }
  return { nodes: nodes + rings * RING, from: joined(sources), to: joined(targets) };
}

function joined(parts: readonly Uint32Array[]): Uint32Array {
  const whole = new Uint32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

async function timed<T>(name: string, work: () => T | Promise<T>): Promise<T> {
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  console.log(`  ${name.padEnd(22)} CPU ${((user + system) / 1e6).toFixed(2).padStart(6)} s`);
  return result;
}

export async function measureDiscount(db: Database): Promise<void> {
  const stored = await readGraph(db.kysely);
  for (const graph of [stored, withRings(stored)]) {
    const plain = await timed('plain PageRank', () => pageRank(graph));
    const network = await timed('site networks', () => findNetworks(graph));
    await timed('independent rank', () => independentRank(graph, plain, network));
    const members = network.filter((leader) => leader >= 0).length;
    console.log(`  ${graph.nodes} domains, ${graph.from.length} links between them, ${members} domains in networks\n`);
  }
}
