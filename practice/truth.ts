// The truth about the practice web in one value: what is really there, so that a test can measure how much was found and
// whether anything was wrong. Generated from the same data as the pages; also served at /truth.json of practice.localhost.

import { authorPath } from './data/paths.ts';
import { hasAlias } from './data/spots.ts';
import type { Person, World } from './data/types.ts';
import { expected, isHoneypot } from './forms/hiding-forms.ts';
import { judge } from './mail/verdicts.ts';
import { composeArticle, wordsOf } from './prose/compose.ts';
import { facePath } from './templates/parts/pictures.ts';
import { linkedinOf, twitterOf } from './templates/parts/social.ts';
import { addressOf, originOf } from './templates/view.ts';
import { TRAP_HOSTS } from './traps/all-traps.ts';
import { BAIT_PATH, baitAddresses, isBaited } from './traps/bait-page.ts';
import { reachTruth } from './traps/contact-forms.ts';
import { trapOrigin } from './traps/trap.ts';
import { countReferring, trafficOf } from './web/traffic.ts';

export type Truth = ReturnType<typeof truthOf>;

export function truthOf(world: World, port: number) {
  return {
    sites: world.sites.map((site) => ({
      url: `${originOf(site.host, port)}/`,
      host: site.host,
      title: site.title,
      topic: site.topic,
      template: site.template,
      language: site.language,
      strength: site.strength,
      mailDomain: site.mailDomain,
      mailPolicy: site.mail,
      pattern: site.pattern,
    })),
    pages: pagesTruth(world, port),
    people: world.people.map((person) => personTruth(world, person, port)),
    addresses: addressesTruth(world, port),
    honeypots: honeypotsTruth(world, port),
    unknownMailboxes: world.sites.map((site) => {
      const address = `nobody-by-this-name@${site.mailDomain}`;
      return { address, ...judge(world, address) };
    }),
    links: world.links.map((link) => ({
      from: addressOf(link.from, port),
      to: addressOf(link.to, port),
      anchor: link.anchor,
      rel: link.rel,
      isFollowed: link.rel === '',
      place: link.place,
    })),
    traps: trapsTruth(port),
    reach: reachTruth(port),
  };
}

function pagesTruth(world: World, port: number) {
  const referring = countReferring(world);
  return world.pages
    .filter((page) => page.kind !== 'feed')
    .map((page) => ({
      url: addressOf(page, port),
      host: page.site.host,
      kind: page.kind,
      title: page.title,
      topic: page.topic,
      byline: page.byline,
      authors: page.authors.map((person) => person.name),
      authorIds: page.authors.map((person) => person.id),
      published: page.published,
      words: wordsOf(composeArticle(page)),
      traffic: trafficOf(page, referring.get(page) ?? 0),
    }));
}

function personTruth(world: World, person: Person, port: number) {
  const path = authorPath(person);
  return {
    id: person.id,
    first: person.first,
    last: person.last,
    name: person.name,
    position: person.position,
    site: person.site.host,
    profile: path === null ? null : `${originOf(person.site.host, port)}${path}`,
    photo: `${originOf(person.site.host, port)}${facePath(person)}`,
    linkedin: person.linkedin ? linkedinOf(person, port) : null,
    twitter: person.twitter === null ? null : twitterOf(person, port),
    address: person.address,
    isPublished: isPublished(world, person),
    isAlias: hasAlias(person),
    ...judge(world, person.address),
  };
}

function isPublished(world: World, person: Person): boolean {
  return world.spots.some((spot) => spot.owner === person && expected(spot.form) === 'find');
}

function addressesTruth(world: World, port: number) {
  return [...world.mailboxes]
    .filter(([, mailbox]) => mailbox.state !== 'honeypot')
    .map(([address, mailbox]) => ({
      address,
      kind: mailbox.kind,
      owner: mailbox.owner?.id ?? null,
      found: world.spots
        .filter((spot) => spot.address === address)
        .map((spot) => ({ url: addressOf(spot.page, port), form: spot.form, expect: expected(spot.form) })),
      ...judge(world, address),
    }));
}

function honeypotsTruth(world: World, port: number) {
  const onPages = world.spots
    .filter((spot) => isHoneypot(spot.form))
    .map((spot) => ({ address: spot.address, url: addressOf(spot.page, port), form: spot.form as string }));
  const baited = world.sites.filter(isBaited).flatMap((site) =>
    baitAddresses(site).map((address) => ({
      address,
      url: originOf(site.host, port) + BAIT_PATH,
      form: 'honeypot-page',
    })),
  );
  return [...onPages, ...baited];
}

function trapsTruth(port: number) {
  return TRAP_HOSTS.flatMap((trapHost) => {
    const origin = trapOrigin(trapHost, port);
    return trapHost.traps.map((trap) => ({
      url: `${origin}${trap.path}`,
      what: trap.what,
      outcome: trap.outcome,
      expect: trap.expect,
      arrivesAt: trap.arrivesAt === undefined ? null : `${origin}${trap.arrivesAt}`,
      author: trap.author ?? null,
      inBrowser: trap.inBrowser ?? null,
      signals: trap.signals ?? null,
    }));
  });
}
