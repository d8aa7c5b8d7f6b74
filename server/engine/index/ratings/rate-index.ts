// Updates all ratings. Domains are ranked together, in memory; pages are recounted only where their links or the strength of
// their linking domains changed. See rating.ts for the formula.

import type { Kdb } from '../../../platform/db.ts';
import { takeLease } from '../leases.store.ts';
import { type DomainGraph, readGraph } from './domain-graph.ts';
import { type DomainRatings, rateDomains } from './rate-domains.ts';
import { ratingsOf } from './rating.ts';
import {
  countLanguages,
  countPageLinks,
  type Discount,
  type DomainChange,
  readPageStrengths,
  readRelinked,
  writeDomainFigures,
  writeUrlRatings,
} from './ratings.store.ts';

const LEASE_SECONDS = 600;
/** A page with fewer linking domains has no rating of its own. */
const LEAST_REFERRING_DOMAINS = 3;
// One new link changes every rank a little. What a domain passes on to each page is updated from a change of 1 %, because all
// its pages must then be recounted.
const REAL_CHANGE = 0.01;
// Ratings are positions, so a thousand new pages move a tenth of all ratings by a tenth of a point. Pages are rewritten from a
// change of half a point; domains, a tenth as many, from the smallest step.
const REAL_URL_RATING_CHANGE = 0.5;
const REAL_DOMAIN_RATING_CHANGE = 0.05;
/** A discount of fewer points is not worth explaining. */
const LEAST_DISCOUNT = 1;

/** False if another process is already rating. Repeated calls give the same ratings. Throws the signal's reason. */
export async function rateIndex(db: Kdb, signal?: AbortSignal): Promise<boolean> {
  const lease = await takeLease(db, 'ratings', LEASE_SECONDS);
  if (lease === null) return false;
  const goesOn = () => {
    signal?.throwIfAborted();
    return lease.renew();
  };
  try {
    await countLanguages(db);
    await updateDomains(db);
    return (await countPages(db, goesOn)) && (await ratePages(db, goesOn));
  } finally {
    await lease.release();
  }
}

async function updateDomains(db: Kdb): Promise<void> {
  const graph = await readGraph(db);
  const rated = await rateDomains(graph);
  const changes = graph.domains.map((_, index) => changeOf(graph, index, rated));
  await writeDomainFigures(
    db,
    changes.filter((change) => change !== null),
  );
}

/** Null when the domain has not really changed. */
function changeOf(graph: DomainGraph, index: number, rated: DomainRatings): DomainChange | null {
  const stored = graph.domains[index] as DomainGraph['domains'][number];
  const rank = rated.ranks[index] as number;
  const linkedPages = graph.linkedPages[index] as number;
  const before = stored.rank / Math.max(1, stored.linkedPages);
  const discount = discountOf(graph, index, rated);
  const passesOn =
    isFarFrom(rank / Math.max(1, linkedPages), before, REAL_CHANGE * before) || discount.networkId !== stored.networkId;
  const rating = rated.ratings[index] as number;
  const counts = {
    referringDomains: graph.referringDomains[index] as number,
    dofollowBacklinks: graph.dofollowBacklinks[index] as number,
    totalBacklinks: graph.totalBacklinks[index] as number,
  };
  const isSame =
    !passesOn &&
    !isFarFrom(rating, stored.rating, REAL_DOMAIN_RATING_CHANGE) &&
    isSameDiscount(discount, stored) &&
    counts.referringDomains === stored.referringDomains &&
    counts.dofollowBacklinks === stored.dofollowBacklinks &&
    counts.totalBacklinks === stored.totalBacklinks;
  if (isSame) return null;
  // Pages were counted with the stored rank; a new one is written only together with recounting them.
  const passed = passesOn ? { rank, linkedPages } : { rank: stored.rank, linkedPages: stored.linkedPages };
  const links = passesOn ? (graph.links[index] as number) : 0;
  return { id: stored.id, rating, ...counts, ...discount, ...passed, links };
}

function discountOf({ domains }: DomainGraph, index: number, rated: DomainRatings): Discount {
  const leader = rated.network[index] as number;
  const undiscounted = rated.undiscounted[index] as number;
  const isDiscounted = undiscounted - (rated.ratings[index] as number) >= LEAST_DISCOUNT;
  return {
    networkId: domains[leader]?.id ?? null,
    undiscountedRating: isDiscounted ? undiscounted : null,
    uncountedDomains: isDiscounted ? (rated.uncounted[index] as number) : 0,
  };
}

const isSameDiscount = (one: Discount, stored: Discount) =>
  one.uncountedDomains === stored.uncountedDomains &&
  !isFarFrom(one.undiscountedRating ?? -1, stored.undiscountedRating ?? -1, REAL_DOMAIN_RATING_CHANGE);

const isFarFrom = (value: number, stored: number, most: number) => Math.abs(value - stored) > most;

async function countPages(db: Kdb, goesOn: () => Promise<boolean>): Promise<boolean> {
  for await (const batch of readRelinked(db)) {
    await countPageLinks(db, batch, LEAST_REFERRING_DOMAINS);
    if (!(await goesOn())) return false;
  }
  return true;
}

async function ratePages(db: Kdb, goesOn: () => Promise<boolean>): Promise<boolean> {
  const strengths: number[] = [];
  const rated: { id: number; place: number; stored: number }[] = [];
  for await (const numbers of readPageStrengths(db)) {
    for (let i = 0; i < numbers.length; i += 4) {
      const [id = 0, strength = 0, referring = 0, stored = -1] = numbers.slice(i, i + 4);
      if (referring >= LEAST_REFERRING_DOMAINS) rated.push({ id, place: strengths.length, stored });
      strengths.push(strength);
    }
    if (!(await goesOn())) return false;
  }
  const ratings = ratingsOf(Float64Array.from(strengths));
  const changes = rated
    .map(({ id, place, stored }) => ({ id, stored, rating: ratings[place] as number }))
    .filter(({ stored, rating }) => stored < 0 || isFarFrom(rating, stored, REAL_URL_RATING_CHANGE));
  await writeUrlRatings(db, changes);
  return true;
}
