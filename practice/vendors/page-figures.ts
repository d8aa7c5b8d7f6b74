// What the stand-ins state about pages and sites of the practice web: ratings by a site's strength, and the true links and
// traffic. Every stand-in states the same, so tests can compare them.

import type { Page, World } from '../data/types.ts';
import { addressOf } from '../templates/view.ts';
import { countReferring, trafficOf } from '../web/traffic.ts';
import { pageRating, siteRating } from './link-database.ts';
import { perWorld } from './per-world.ts';

export interface PageFigures {
  /** 0 to 100. */
  domainRating: number;
  urlRating: number;
  referringDomains: number;
  backlinks: number;
  nofollow: number;
  /** Null if there is no estimate. */
  searchTraffic: number | null;
  /** In US dollars per month. */
  trafficValue: number | null;
}

/** The rating of a host; null if there is no such site. */
export function hostRating(world: World, host: string): number | null {
  const site = world.siteByHost.get(host.replace(/^www\./, '').replace(/:\d+$/, ''));
  return site ? siteRating(site) : null;
}

/** The figures of the page at a URL, with or without a scheme; null if there is no such page. */
export function pageFigures(world: World, address: string): PageFigures | null {
  const { pages, referring, links } = knownOf(world);
  const page = pages.get(withoutPort(address));
  if (!page) return null;
  const referringDomains = referring.get(page) ?? 0;
  const traffic = trafficOf(page, referringDomains);
  const { all, nofollow } = links.get(page) ?? { all: 0, nofollow: 0 };
  return {
    domainRating: siteRating(page.site),
    urlRating: pageRating(page, referringDomains),
    ...{ referringDomains, backlinks: all, nofollow },
    searchTraffic: traffic?.searchTraffic ?? null,
    trafficValue: traffic?.trafficValue ?? null,
  };
}

/** The same row with its numbers as text, as sloppy vendors send them. */
export const figuresAsText = (row: object): object =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'number' ? `${value}` : value]),
  );

const knownOf = perWorld((world) => {
  const links = new Map<Page, { all: number; nofollow: number }>();
  for (const { to, rel } of world.links) {
    const { all, nofollow } = links.get(to) ?? { all: 0, nofollow: 0 };
    links.set(to, { all: all + 1, nofollow: nofollow + (rel === '' ? 0 : 1) });
  }
  const pages = new Map(world.pages.map((page) => [withoutPort(addressOf(page, 0)), page]));
  return { pages, links, referring: countReferring(world) };
});

function withoutPort(address: string): string {
  const url = URL.parse(/^https?:\/\//.test(address) ? address : `http://${address}`);
  return url === null ? '' : `${url.hostname}${url.pathname}`;
}
