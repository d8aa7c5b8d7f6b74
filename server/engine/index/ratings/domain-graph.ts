// The links between domains as typed arrays, and the totals of each domain's links and backlinks.

import type { Kdb } from '../../../platform/db.ts';
import { add, type Graph } from './pagerank.ts';
import { type DomainFigures, readDomainLinks, readDomains } from './ratings.store.ts';

/** The per-domain lists are in the order of `domains`, which numbers the nodes. */
export interface DomainGraph extends Graph {
  /** As stored. */
  domains: DomainFigures[];
  /** Links to other domains, and pages there with dofollow links. */
  links: Uint32Array;
  linkedPages: Uint32Array;
  referringDomains: Uint32Array;
  dofollowBacklinks: Uint32Array;
  totalBacklinks: Uint32Array;
}

export async function readGraph(db: Kdb): Promise<DomainGraph> {
  const domains = await readDomains(db);
  const place = new Map(domains.map(({ id }, index) => [id, index]));
  const count = () => new Uint32Array(domains.length);
  const sums = {
    links: count(),
    linkedPages: count(),
    referringDomains: count(),
    dofollowBacklinks: count(),
    totalBacklinks: count(),
  };
  const edges = growingEdges();
  for await (const numbers of readDomainLinks(db)) {
    for (let i = 0; i < numbers.length; i += 5) {
      const [to = 0, from = 0, links = 0, dofollow = 0, pages = 0] = numbers.slice(i, i + 5);
      const source = place.get(from);
      const target = place.get(to);
      // A domain added after the domains were read waits for the next run.
      if (source === undefined || target === undefined) continue;
      add(sums.links, source, links);
      add(sums.linkedPages, source, pages);
      add(sums.totalBacklinks, target, links);
      add(sums.dofollowBacklinks, target, dofollow);
      if (dofollow === 0) continue;
      add(sums.referringDomains, target, 1);
      edges.push(source, target);
    }
  }
  return { domains, nodes: domains.length, ...edges.end(), ...sums };
}

/** Doubles in size when full: at most 16 bytes per link, while a plain array takes up to 32. */
function growingEdges(): { push(from: number, to: number): void; end(): Pick<Graph, 'from' | 'to'> } {
  let from = new Uint32Array(1_024);
  let to = new Uint32Array(1_024);
  let length = 0;
  return {
    push(source, target) {
      if (length === from.length) [from, to] = [twice(from), twice(to)];
      from[length] = source;
      to[length] = target;
      length += 1;
    },
    end: () => ({ from: from.subarray(0, length), to: to.subarray(0, length) }),
  };
}

function twice(list: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const longer = new Uint32Array(list.length * 2);
  longer.set(list);
  return longer;
}
