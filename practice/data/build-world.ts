// Assembles the practice web: sites, people, pages, addresses, links. Pure and fast; pages are rendered on request.

import { linkSites } from './links.ts';
import { layOutPages } from './pages.ts';
import { createCasting } from './people.ts';
import { diceFor } from './random.ts';
import { COFFEE_SITES } from './sites/coffee-sites.ts';
import { ENERGY_SITES } from './sites/energy-sites.ts';
import { FINANCE_SITES } from './sites/finance-sites.ts';
import { GENERAL_SITES } from './sites/general-sites.ts';
import { GOLF_SITES } from './sites/golf-sites.ts';
import { HIKING_SITES } from './sites/hiking-sites.ts';
import { HOSTING_SITES } from './sites/hosting-sites.ts';
import type { SiteSeed } from './sites/site-seed.ts';
import { type Dealing, placeAddresses } from './spots.ts';
import type { Site, World } from './types.ts';

const SEEDS: readonly SiteSeed[] = [
  ...GOLF_SITES,
  ...HOSTING_SITES,
  ...COFFEE_SITES,
  ...HIKING_SITES,
  ...ENERGY_SITES,
  ...FINANCE_SITES,
  ...GENERAL_SITES,
];

/** One company receives its email at a domain other than its website. */
const MAIL_DOMAINS: Record<string, string> = { kestrelcloud: 'kestrelhq.localhost' };

export function buildWorld(): World {
  const cast = createCasting();
  const sites = SEEDS.map(siteOf);
  SEEDS.forEach((seed, index) => {
    const site = sites[index];
    if (site !== undefined) site.people = cast(site, seed.staff);
  });
  const taken = new Set<string>();
  SEEDS.forEach((seed, number) => {
    const site = sites[number];
    if (site !== undefined) layOutPages(site, seed, { guests: guestsFor(site, sites), number, taken });
  });
  const dealing: Dealing = { spots: [], mailboxes: new Map(), dealt: 0, baits: 0 };
  for (const site of sites) placeAddresses(site, dealing);
  const links = linkSites(sites);
  return {
    sites,
    people: sites.flatMap((site) => site.people),
    pages: sites.flatMap((site) => site.pages),
    links,
    spots: dealing.spots,
    mailboxes: dealing.mailboxes,
    siteByHost: new Map(sites.map((site) => [site.host, site])),
  };
}

function siteOf(seed: SiteSeed): Site {
  const dice = diceFor('site', seed.name);
  const host = `${seed.name}.localhost`;
  return {
    name: seed.name,
    host,
    title: seed.title,
    tagline: seed.tagline,
    topic: seed.topic,
    template: seed.template,
    language: seed.language ?? 'en',
    strength: seed.strength,
    hue: dice.below(360),
    founded: 2006 + dice.below(14),
    mail: seed.mail ?? 'mailboxes',
    pattern: seed.pattern ?? 'first.last',
    mailDomain: MAIL_DOMAINS[seed.name] ?? host,
    people: [],
    generic: [],
    pages: [],
  };
}

// Guests write for sites of their own topic.
function guestsFor(site: Site, sites: readonly Site[]) {
  return sites.filter((one) => one !== site && one.topic === site.topic).flatMap((one) => one.people.slice(0, 1));
}
