// The rate limits that vendors document. Above them a stand-in answers that it is busy, in its vendor's way.
import type { StandInName } from './stand-in.ts';

interface Rate {
  calls: number;
  seconds: number;
}

const documented: Partial<Record<StandInName, Rate>> = {
  ahrefs: { calls: 60, seconds: 60 },
  dataforseo: { calls: 2000, seconds: 60 },
  serper: { calls: 50, seconds: 1 },
  brave: { calls: 50, seconds: 1 },
  hunter: { calls: 500, seconds: 60 },
  snovio: { calls: 60, seconds: 60 },
  'voila-norbert': { calls: 120, seconds: 60 },
  dropcontact: { calls: 60, seconds: 1 },
};

/** Times of the recent calls to each vendor, in milliseconds. */
export type Rates = Map<StandInName, number[]>;

/** Counts a call. Returns true if it exceeds the limit. */
export function countRate(rates: Rates, vendor: StandInName, now = performance.now()): boolean {
  const allowed = documented[vendor];
  if (!allowed) return false;
  const recent = (rates.get(vendor) ?? []).filter((at) => now - at < allowed.seconds * 1000);
  const isTooMany = recent.length >= allowed.calls;
  // Refused calls do not count.
  rates.set(vendor, isTooMany ? recent : [...recent, now]);
  return isTooMany;
}
