// Monthly search visits of a page and what they would cost as ads. Strong rankings with many links get most; small sites have
// no estimate, as in real tools.

import { diceFor } from '../data/random.ts';
import type { Page, Topic, World } from '../data/types.ts';

export interface Traffic {
  searchTraffic: number;
  /** In US dollars per month. */
  trafficValue: number;
}

const DOLLARS_A_VISIT: Record<Topic, number> = {
  golf: 0.9,
  hosting: 4.8,
  coffee: 0.6,
  hiking: 0.4,
  energy: 1.7,
  finance: 2.9,
};

/** How many sites link to each page with dofollow. */
export function countReferring(world: World): Map<Page, number> {
  const sites = new Map<Page, Set<string>>();
  for (const link of world.links) {
    if (link.rel !== '') continue;
    sites.set(link.to, (sites.get(link.to) ?? new Set()).add(link.from.site.name));
  }
  return new Map([...sites].map(([page, names]) => [page, names.size]));
}

/** Null: no estimate. */
export function trafficOf(page: Page, referring: number): Traffic | null {
  const isListed = page.recipe !== null || page.kind === 'home' || page.kind === 'product';
  if (!isListed || page.site.strength === 1) return null;
  const dice = diceFor('traffic', page.site.name, page.path);
  const pull = { ranking: 6, guide: 4, review: 2, crossover: 1, essay: 0.6, roundup: 0.2 }[
    page.recipe?.kind ?? 'review'
  ];
  const visits = Math.round(page.site.strength ** 2.2 * pull * (1 + referring) * (0.5 + dice.below(100) / 100) * 3);
  return { searchTraffic: visits, trafficValue: Math.round(visits * DOLLARS_A_VISIT[page.topic] * 0.6) };
}
