// Which of the found backlinks a campaign gets: the strongest page of each linking domain, strongest first.
import type { FoundBacklink } from '../engine/backlinks/found-backlink.ts';

/** The list in the order credits buy it, without domains the campaign already has. */
export function chooseBacklinks<Found extends FoundBacklink>(
  found: readonly Found[],
  known: Iterable<string>,
): Found[] {
  const taken = new Set(known);
  return found.toSorted(strongestFirst).filter(({ domain }) => {
    if (taken.has(domain)) return false;
    taken.add(domain);
    return true;
  });
}

/** By domain rating, then page rating, then traffic; by URL last, so that the order is deterministic. */
function strongestFirst(a: FoundBacklink, b: FoundBacklink): number {
  return (
    b.domainRating - a.domainRating ||
    b.urlRating - a.urlRating ||
    b.searchTraffic - a.searchTraffic ||
    (a.urlFrom < b.urlFrom ? -1 : Number(a.urlFrom > b.urlFrom))
  );
}
