// Which of the found backlinks a campaign gets: one for each linking domain, its strongest page, strongest first.
import type { FoundBacklink } from '../engine/backlinks/found-backlink.ts';

/** The list in the order in which credit buys it, without domains that the campaign has already. */
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

/** By domain, then page, then readers; the address last, so that the order is always the same. */
function strongestFirst(a: FoundBacklink, b: FoundBacklink): number {
  return (
    b.domainRating - a.domainRating ||
    b.urlRating - a.urlRating ||
    b.searchTraffic - a.searchTraffic ||
    (a.urlFrom < b.urlFrom ? -1 : Number(a.urlFrom > b.urlFrom))
  );
}
