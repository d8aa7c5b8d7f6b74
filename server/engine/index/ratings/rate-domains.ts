// The ratings of all domains of a graph, and what site networks take away from them. Works in memory and stores nothing.
import { independentRank } from './independent-rank.ts';
import { type Graph, pageRank } from './pagerank.ts';
import { ratingsOf } from './rating.ts';
import { findNetworks } from './site-networks.ts';

/** Lists in the order of the nodes. */
export interface DomainRatings {
  /** The strength that domains are rated by, and that they pass on. */
  ranks: Float64Array;
  ratings: Float32Array;
  /** If every link counted. */
  undiscounted: Float32Array;
  /** How many linking domains have a vote that does not count. */
  uncounted: Uint32Array;
  /** The node that leads the domain's network; -1: none. */
  network: Int32Array;
}

/** Nodes are numbered by age: the domain known first is 0. */
export async function rateDomains(graph: Graph): Promise<DomainRatings> {
  const plain = await pageRank(graph);
  const network = findNetworks(graph);
  const { rank, uncounted } = await independentRank(graph, plain, network);
  const undiscounted = ratingsOf(plain.rank);
  const ratings = rank === plain.rank ? undiscounted : ratingsOf(rank, placesOf(rank, plain.rank, network));
  return { ranks: rank, ratings, undiscounted, uncounted, network };
}

/** Members of a network keep their places in the order: otherwise, others would move up whenever a network is found. */
const placesOf = (rank: Float64Array, plain: Float64Array, network: Int32Array) =>
  rank.map((own, index) => ((network[index] as number) < 0 ? own : (plain[index] as number)));
