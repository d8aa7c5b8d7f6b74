// The addresses that the visited pages print: whose they are, at which domain the site receives email, and which of them are the
// site's own.

import type { AddressPlace, FoundAddress } from '../emails/address.ts';
import type { AddressedPage } from '../emails/addressed-page.ts';
import { assignOwners } from '../emails/owners.ts';
import { domainOf } from '../pages/page-url.ts';
import { isPlatform } from '../pages/platforms.ts';
import type { FoundPerson, PersonEvidence, SitePageKind } from '../people/person.ts';
import { kindOfUrl } from '../people/site-pages.ts';
import type { SiteVisit } from '../people/visit-site.ts';
import { mailDomainOf, mailHostOf } from './guess-addresses.ts';
import { quoteAddress } from './quote-address.ts';
import { addressesOn } from './read-once.ts';
import type { RenderedFindings } from './rendered/rendered-findings.ts';
import type { SeenAddress } from './site-study.ts';

export interface PrintedAddresses {
  /** Every address once, with its owner if a page states it; people before shared mailboxes. */
  addresses: SeenAddress[];
  mailDomain: string;
  /** Without those of others that the site merely mentions. */
  own: SeenAddress[];
}

export function readAddresses(
  visit: SiteVisit,
  people: readonly FoundPerson[],
  rendered: RenderedFindings | undefined,
): PrintedAddresses {
  const { domain } = visit;
  const pages = printedOn(visit, rendered);
  const stated = new Set(pages.flatMap((page) => statedOn(page, domain)).map(({ address }) => address));
  const found = addressesOf(pages, people, [domain]);
  const mailDomain = mailDomainOf(domain, found, ofSite(pages, found, domain));
  const mailSite = domainOf(`http://${mailDomain}`);
  const addresses = mailSite === domain ? found : addressesOf(pages, people, [domain, mailSite]);
  const own = addresses.filter(({ address, kind, owner }) => {
    if (owner !== undefined) return true;
    // The others are the platform's, not its users'.
    if (isPlatform(domain)) return false;
    const isAtSite = mailHostOf(address) === mailDomain || isAt(domain, address);
    return isAtSite || (kind === 'webmail' && stated.has(address));
  });
  return { addresses, mailDomain, own };
}

function isAt(domain: string, address: string): boolean {
  return domainOf(`http://${mailHostOf(address)}`) === domain;
}

interface PrintedPage {
  url: string;
  kind: SitePageKind;
  rendered?: true;
  printed: readonly FoundAddress[];
  blocks?: AddressedPage['blocks'];
  quote(one: FoundAddress): string;
}

/** Served pages first: what they print needs no browser. */
function printedOn(visit: SiteVisit, rendered: RenderedFindings | undefined): PrintedPage[] {
  const pages = visit.pages.map(({ url, kind, facts }): PrintedPage => {
    const quote = (one: FoundAddress) => quoteAddress(facts, one);
    return { ...{ url, kind, quote }, printed: addressesOn(facts), blocks: facts.blocks };
  });
  if (rendered) {
    const quote = ({ evidence }: FoundAddress) => evidence.snippet;
    pages.push({ url: rendered.url, kind: 'given', rendered: true, printed: rendered.addresses, quote });
  }
  // Those in comments are of readers, except the site's own.
  const isSites = ({ address, place }: FoundAddress) => place !== 'comments' || isAt(visit.domain, address);
  return pages.map((page) => ({ ...page, printed: page.printed.filter(isSites) }));
}

/** Where an address that a page prints is the site's own. Articles name anybody's. */
const STATED: Record<SitePageKind, readonly AddressPlace[]> = {
  given: ['frame'],
  home: ['frame', 'page'],
  author: ['frame', 'page'],
  team: ['frame', 'page', 'article'],
  about: ['frame', 'page', 'article'],
  contact: ['frame', 'page', 'article'],
  imprint: ['frame', 'page', 'article'],
};

function statedOn(page: PrintedPage, domain: string): FoundAddress[] {
  const places = STATED[kindOf(page)];
  return page.printed.filter((one) => places.includes(one.place) || bearsName(one, domain));
}

/** The given page itself may be the site's home or contact page. */
function kindOf({ url, kind }: PrintedPage): SitePageKind {
  return kind === 'given' ? kindOfUrl(url) : kind;
}

/** Pages that also state the addresses of hosting companies, agencies and data protection officers. */
const NAMES_OTHERS: readonly SitePageKind[] = ['contact', 'imprint'];

/**
 * The stated addresses that say where the site receives email. On a page that names others, another domain must have the site's name,
 * be in its menu or footer, or be in the address of someone who works there.
 */
function ofSite(pages: readonly PrintedPage[], found: readonly SeenAddress[], domain: string): Set<string> {
  const inFrames = pages.flatMap(({ printed }) => printed.filter(({ place }) => place === 'frame'));
  const owned = found.filter(({ owner }) => owner !== undefined);
  const hosts = new Set([...inFrames, ...owned].map(({ address }) => mailHostOf(address)));
  const all = pages.flatMap((page) => {
    const stated = statedOn(page, domain);
    if (!NAMES_OTHERS.includes(kindOf(page))) return stated;
    return stated.filter((one) => hosts.has(mailHostOf(one.address)) || bearsName(one, domain));
  });
  return new Set(all.map(({ address }) => address));
}

/** Shorter names are part of too many words. */
const MIN_NAME = 5;

/** editor@golfweekly.co.uk and golfweekly.news@gmail.com are golfweekly.com's, wherever they are printed. */
function bearsName({ address, kind }: FoundAddress, domain: string): boolean {
  const nameIn = (one: string) => one.split('.', 1)[0]?.replaceAll('-', '') ?? '';
  const name = nameIn(domain);
  if (kind !== 'webmail') return nameIn(domainOf(`http://${mailHostOf(address)}`)) === name;
  return name.length >= MIN_NAME && address.replace(/@.*|[._-]/g, '').includes(name);
}

function addressesOf(
  pages: readonly PrintedPage[],
  people: readonly FoundPerson[],
  domains: readonly string[],
): SeenAddress[] {
  const found = new Map<string, SeenAddress>();
  for (const { url, rendered, printed, blocks, quote } of pages) {
    if (printed.length === 0) continue;
    const isHere = (one: PersonEvidence) => one.page === url && one.rendered === rendered && one.block >= 0;
    const here = people.map((person) => {
      const block = person.evidence.find(isHere)?.block;
      return block === undefined ? person : { ...person, block };
    });
    for (const one of assignOwners(printed, here, { domains, ...(blocks ? { blocks } : {}) })) {
      const { address, kind, owner, evidence } = one;
      const known = found.get(address);
      if (known && (known.owner !== undefined || owner === undefined)) continue;
      const where = { page: url, rule: evidence.rule, ...(rendered ? { rendered } : {}) };
      const seen = { address, kind, ...where, snippet: quote(one) };
      found.set(address, owner === undefined ? seen : { ...seen, owner });
    }
  }
  const rank = { personal: 0, webmail: 1, generic: 2 };
  return [...found.values()].sort((a, b) => rank[a.kind] - rank[b.kind]);
}
