// Computes all ratings anew from the link graph; runs after each crawl. See rating.ts for the formula.

import type { Kdb } from '../../../platform/db.ts';
import { takeLease } from '../leases.store.ts';
import { pageRank } from './pagerank.ts';
import { ratingsOf } from './rating.ts';
import {
  countPageLinks,
  type DomainFigures,
  type DomainLink,
  readDomainIds,
  readDomainLinks,
  readPageStrengths,
  writeDomainFigures,
  writeUrlRatings,
} from './ratings.store.ts';

const LEASE_SECONDS = 600;
const DOMAINS_AT_ONCE = 500;
/** A page that fewer domains link to has no rating of its own. */
const LEAST_REFERRING_DOMAINS = 3;

/** False when another process is at it. Any number of calls in a row give the same ratings. */
export async function rateIndex(db: Kdb): Promise<boolean> {
  const lease = await takeLease(db, 'ratings', LEASE_SECONDS);
  if (lease === null) return false;
  try {
    const domains = await rateDomains(db);
    for (let start = 0; start < domains.length; start += DOMAINS_AT_ONCE) {
      await countPageLinks(db, domains.slice(start, start + DOMAINS_AT_ONCE));
      if (!(await lease.renew())) return false;
    }
    await ratePages(db);
    return true;
  } finally {
    await lease.release();
  }
}

async function rateDomains(db: Kdb): Promise<number[]> {
  const ids = await readDomainIds(db);
  const place = new Map(ids.map((id, index) => [id, index]));
  const figures = ids.map(
    (id): DomainFigures => ({
      id,
      rating: 0,
      rank: 0,
      linkedPages: 0,
      referringDomains: 0,
      dofollowBacklinks: 0,
      totalBacklinks: 0,
    }),
  );
  const from: number[] = [];
  const to: number[] = [];
  for await (const page of readDomainLinks(db)) {
    for (const link of page) {
      const source = place.get(link.from);
      const target = place.get(link.to);
      // A domain that was added after the ids had been read waits for the next time.
      if (source === undefined || target === undefined) continue;
      addLink(figures[source] as DomainFigures, figures[target] as DomainFigures, link);
      if (link.dofollow === 0) continue;
      from.push(source);
      to.push(target);
    }
  }
  const ranks = pageRank({ nodes: ids.length, from: Uint32Array.from(from), to: Uint32Array.from(to) });
  const ratings = ratingsOf(ranks);
  figures.forEach((one, index) => {
    one.rank = ranks[index] as number;
    one.rating = ratings[index] as number;
  });
  await writeDomainFigures(db, figures);
  return ids;
}

function addLink(source: DomainFigures, target: DomainFigures, link: DomainLink): void {
  source.linkedPages += link.pages;
  target.totalBacklinks += link.links;
  target.dofollowBacklinks += link.dofollow;
  if (link.dofollow > 0) target.referringDomains += 1;
}

async function ratePages(db: Kdb): Promise<void> {
  const ids: number[] = [];
  const strengths: number[] = [];
  const rated: number[] = [];
  for await (const page of readPageStrengths(db)) {
    for (const { id, strength, referringDomains } of page) {
      if (referringDomains >= LEAST_REFERRING_DOMAINS) rated.push(ids.length);
      ids.push(id);
      strengths.push(strength);
    }
  }
  const ratings = ratingsOf(Float64Array.from(strengths));
  const list = rated.map((index) => ({ id: ids[index] as number, rating: ratings[index] as number }));
  await writeUrlRatings(db, list, LEAST_REFERRING_DOMAINS);
}
