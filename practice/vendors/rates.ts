// How often each vendor may be asked, where it says so. Above that the stand-in is busy, in its own way.
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
};

/** When each vendor was asked lately, in milliseconds. */
export type Rates = Map<StandInName, number[]>;

/** Counts a call. True when it is one too many. */
export function countRate(rates: Rates, vendor: StandInName, now = performance.now()): boolean {
  const allowed = documented[vendor];
  if (!allowed) return false;
  const recent = (rates.get(vendor) ?? []).filter((at) => now - at < allowed.seconds * 1000);
  const isTooMany = recent.length >= allowed.calls;
  // A refused call does not count.
  rates.set(vendor, isTooMany ? recent : [...recent, now]);
  return isTooMany;
}
