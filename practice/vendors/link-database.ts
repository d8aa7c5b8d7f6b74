// The practice web's link database: every link between its sites, with ratings and traffic. All stand-ins answer from it, so
// tests can compare them.

import { diceFor } from '../data/random.ts';
import type { Page, Site, World } from '../data/types.ts';
import { addressOf } from '../templates/view.ts';
import { countReferring, trafficOf } from '../web/traffic.ts';
import { perWorld } from './per-world.ts';
import type { StandInRequest } from './stand-in.ts';

export interface KnownLink {
  urlFrom: string;
  urlTo: string;
  host: string;
  title: string;
  anchor: string;
  rel: string;
  /** 0 to 100. */
  domainRating: number;
  urlRating: number;
  /** Monthly visits from search; null if there is no estimate. */
  traffic: number | null;
}

interface Known {
  byAddress: Map<string, Page>;
  linksTo: Map<Page, KnownLink[]>;
  referring: Map<Page, number>;
}

const databasesOf = perWorld(() => new Map<number, Known>());

/** Links from other sites to a page, strongest first; empty if there are none. The URL may lack a scheme. */
export function linksTo(request: Pick<StandInRequest, 'world' | 'port' | 'mood'>, url: string): KnownLink[] {
  const { byAddress, linksTo: links } = open(request.world, request.port);
  const page = byAddress.get(url.replace(/^https?:\/\//, ''));
  const known = (page && links.get(page)) ?? [];
  return request.mood === 'hostile' ? [...hostileLinks, ...known] : known;
}

/** The strongest link of each site. */
export function onePerSite(links: readonly KnownLink[]): KnownLink[] {
  const hosts = new Set<string>();
  return links.filter(({ host }) => !hosts.has(host) && hosts.add(host));
}

export function siteRating(site: Site): number {
  return site.strength * 16 + diceFor('rating', site.name).below(16);
}

export function pageRating(page: Page, referring: number): number {
  return Math.min(100, page.site.strength * 6 + referring * 3);
}

/** How many sites link to each page. */
export const referringOf = (world: World, port: number) => open(world, port).referring;

function open(world: World, port: number): Known {
  const ports = databasesOf(world);
  const known = ports.get(port) ?? build(world, port);
  ports.set(port, known);
  return known;
}

function build(world: World, port: number): Known {
  const referring = countReferring(world);
  const links = new Map<Page, KnownLink[]>();
  for (const { from, to, anchor, rel } of world.links) {
    if (from.site === to.site) continue;
    const link: KnownLink = {
      ...{ urlFrom: addressOf(from, port), urlTo: addressOf(to, port), host: from.site.host, title: from.title },
      ...{ anchor, rel, domainRating: siteRating(from.site), urlRating: pageRating(from, referring.get(from) ?? 0) },
      traffic: trafficOf(from, referring.get(from) ?? 0)?.searchTraffic ?? null,
    };
    links.set(to, [...(links.get(to) ?? []), link]);
  }
  const byStrength = (a: KnownLink, b: KnownLink) =>
    b.domainRating - a.domainRating || b.urlRating - a.urlRating || a.urlFrom.localeCompare(b.urlFrom);
  for (const list of links.values()) list.sort(byStrength);
  const byAddress = new Map(world.pages.map((page) => [addressOf(page, port).replace('http://', ''), page]));
  return { byAddress, linksTo: links, referring };
}

const no = (value: unknown) => value as never;
const plain = { urlTo: 'https://target.example/', anchor: 'here', rel: '', domainRating: 99, urlRating: 9, traffic: 5 };
const hostile = (host: string, link: Partial<KnownLink>): KnownLink => ({
  ...{ ...plain, urlFrom: `https://${host}/`, host, title: host },
  ...link,
});

/** Each of these makes Zeus drop, shorten or partly ignore one row, and nothing else. */
const hostileLinks: KnownLink[] = [
  hostile('script.example', { urlFrom: 'javascript:alert(1)' }),
  hostile('password.example', { urlFrom: 'https://user:password@password.example/' }),
  hostile('number.example', { urlFrom: no(7) }),
  hostile('long.example', { title: 'x'.repeat(10 * 1024 * 1024), anchor: 'y'.repeat(100_000) }),
  hostile('markup.example', { title: '<script>alert(1)</script>\0', anchor: '<img src=x onerror=alert(1)>' }),
  hostile('strings.example', { domainRating: no('98'), urlRating: no('12.5'), traffic: no('340') }),
  hostile('missing.example', { title: no(null), anchor: no(undefined), urlTo: no(null), domainRating: no(null) }),
  hostile('negative.example', { domainRating: -5, urlRating: 1e12, traffic: no({ visits: 1 }) }),
];
