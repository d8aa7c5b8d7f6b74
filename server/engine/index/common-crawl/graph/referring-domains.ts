// Which domains link to a domain, strongest first, from the graph that is loaded.
import type { Kdb } from '../../../../platform/db.ts';
import type { LinkRange } from '../../engine/index-engine.ts';
import { ratingOf } from '../ranks/rank-rating.ts';
import { findRanks } from '../ranks/ranks.store.ts';
import { findReady } from '../releases/releases.store.ts';
import { type Manifest, publishedFolder, readManifest } from './files/graph-files.ts';
import { type OpenGraph, type Span, withGraph } from './files/open-graph.ts';
import { toByte } from './rating-bytes.ts';

export interface ReferringDomain {
  domain: string;
  /** By the ranks that are loaded, 0 to 100; -1: unknown. */
  domainRating: number;
}

export interface ReferringDomains {
  release: string;
  /** All of them, whatever their rating. */
  count: number;
  domains: ReferringDomain[];
}

export interface GraphReader {
  /** Null if no graph is loaded here. A domain that the graph does not have has no referring domains. Throws if a file is damaged. */
  referringDomains(domain: string, request: LinkRange): Promise<ReferringDomains | null>;
}

/** Of a graph that was loaded without ranks, so many are rated; the strongest of them come first. */
const ratedAtMost = 1_000;
const mostAtOnce = 10_000;

/** `folder`: of the link index, on this machine. Null if no graph is loaded here. */
export async function findGraph(db: Kdb, folder: string): Promise<Manifest | null> {
  const release = await findReady(db, 'graph');
  return release ? readManifest(folder, release.name) : null;
}

export function graphReader({ db, folder }: { db: Kdb; folder: string }): GraphReader {
  return {
    async referringDomains(domain, request) {
      const manifest = await findGraph(db, folder);
      if (manifest === null) return null;
      const { release, ranks } = manifest;
      return withGraph(publishedFolder(folder, release), manifest, async (graph) => {
        const id = await graph.idOf(domain.toLowerCase());
        if (id === null) return { release, count: 0, domains: [] };
        const all = await graph.inbound(id);
        const ids = await choose(graph, all, request, ranks !== null);
        const names = (await graph.namesOf(ids)).filter((name) => name !== '');
        const domains = (await rated(db, names)).slice(0, request.limit);
        return { release, count: all.end - all.first, domains };
      });
    },
  };
}

/** Those within the wanted ratings, then those without a rating, which might be. The list is sorted, so both are found by halving it. */
async function choose(
  graph: OpenGraph,
  all: Span,
  { limit, minDomainRating = 0, maxDomainRating = 100 }: LinkRange,
  isSorted: boolean,
): Promise<number[]> {
  const most = Math.min(limit, mostAtOnce);
  const firstOf = (span: Span, count: number) => ({ ...span, end: Math.min(span.end, span.first + count) });
  if (!isSorted) return graph.idsAt(firstOf(all, Math.max(most, ratedAtMost)));
  const first = maxDomainRating >= 100 ? all.first : await firstAtMost(graph, all, toByte(maxDomainRating));
  const end = await firstAtMost(graph, all, toByte(minDomainRating) - 1);
  const unknown = minDomainRating <= 0 ? end : await firstAtMost(graph, all, 0);
  const known = firstOf({ first, end: Math.max(first, end) }, most);
  const rest = firstOf({ first: unknown, end: all.end }, most - (known.end - known.first));
  return [...(await graph.idsAt(known)), ...(await graph.idsAt(rest))];
}

/** The first place whose domain is not stronger than this. */
async function firstAtMost(graph: OpenGraph, { first, end }: Span, strength: number): Promise<number> {
  let [low, high] = [first, end];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [id = 0] = await graph.idsAt({ first: middle, end: middle + 1 });
    if ((await graph.strengthOf(id)) <= strength) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Strongest first; those without a rating keep their order. */
async function rated(db: Kdb, names: readonly string[]): Promise<ReferringDomain[]> {
  const ranks = new Map((await findRanks(db, names)).map((rank) => [rank.name, rank]));
  const place = (name: string) => ranks.get(name)?.position ?? Number.POSITIVE_INFINITY;
  const sorted = names.toSorted((a, b) => (place(a) === place(b) ? 0 : place(a) - place(b)));
  return sorted.map((domain) => {
    const rank = ranks.get(domain);
    return { domain, domainRating: rank ? ratingOf(rank.position, rank.domains) : -1 };
  });
}
