// What the finder sees on a page after its scripts have run. It is found during the visit that takes the screenshot and kept for
// the contact search: only the findings, not the page. Every part is bounded, because any page may be hostile.

import { z } from 'zod';
import { maxAuthorsPerPage } from '../../../../shared/limits.ts';
import { findAuthors } from '../../authors/find-authors.ts';
import { splitName } from '../../authors/names/split-name.ts';
import { cutWhole } from '../../cut-whole.ts';
import { addressPlaces } from '../../emails/address.ts';
import { findAddresses } from '../../emails/find-addresses.ts';
import type { PageFacts } from '../../pages/page-facts.ts';
import type { FoundPerson } from '../../people/person.ts';
import { readPeople } from '../../people/read-people.ts';
import { linksToSitePages, pageKey } from '../../people/site-pages.ts';
import { quoteAddress } from '../quote-address.ts';

const evidence = z.object({ rule: z.string(), snippet: z.string(), block: z.int() });
const person = z.object({
  name: z.string(),
  position: z.string().optional(),
  url: z.string().optional(),
  profile: z.string().optional(),
  twitter: z.string().optional(),
  photo: z.string().optional(),
  evidence: z.array(evidence),
});
const address = z.object({
  address: z.string(),
  kind: z.enum(['personal', 'generic', 'webmail']),
  // Older findings don't say.
  place: z.enum(addressPlaces).default('article'),
  evidence,
});
const link = z.object({
  url: z.string(),
  key: z.string(),
  kind: z.enum(['given', 'home', 'team', 'about', 'contact', 'imprint', 'author']),
  worth: z.number(),
});

export const renderedFindings = z.object({
  /** Where the browser was when it read the page. */
  url: z.string(),
  authors: z.array(person),
  people: z.array(person),
  addresses: z.array(address),
  /** Pages of the site that may say who works there. A page that scripts draw often has a menu that scripts draw. */
  links: z.array(link),
});

export type RenderedFindings = z.infer<typeof renderedFindings>;
type RenderedPerson = z.infer<typeof person>;

// More than one article has. All parts together stay below 60,000 characters; an ordinary page has 2,000.
const MAX_PEOPLE = 10;
const MAX_ADDRESSES = 20;
const MAX_LINKS = 8;
const MAX_EVIDENCE = 3;
const MAX_TEXT = 200;
const MAX_URL = 500;

/** Null if the page shows nothing of this, or its URL is too long to keep. Never throws on any page. */
export function findOnRendered(facts: PageFacts): RenderedFindings | null {
  const authors = findAuthors(facts).slice(0, maxAuthorsPerPage);
  const findings: RenderedFindings = {
    url: facts.url,
    authors: authors.map((author) =>
      boundPerson({ ...author, evidence: author.evidence.map((one) => ({ ...one, block: -1 })) }),
    ),
    people: readPeople(facts, 'given').slice(0, MAX_PEOPLE).map(boundPerson),
    addresses: findAddresses(facts)
      .slice(0, MAX_ADDRESSES)
      .map((one) => ({
        ...{ address: one.address, kind: one.kind, place: one.place },
        evidence: boundEvidence({ ...one.evidence, snippet: quoteAddress(facts, one) }),
      })),
    links: linksToSitePages(facts)
      .filter(({ url }) => url.length <= MAX_URL)
      .slice(0, MAX_LINKS),
  };
  const { people, addresses, links } = findings;
  const isEmpty = [authors, people, addresses, links].every((list) => list.length === 0);
  return isEmpty || facts.url.length > MAX_URL ? null : findings;
}

function boundPerson({ name, position, url, profile, twitter, photo, ...rest }: RenderedPerson): RenderedPerson {
  return {
    name: cutWhole(name, MAX_TEXT),
    ...(position ? { position: cutWhole(position, MAX_TEXT) } : {}),
    ...shortLinks({ url, profile, twitter, photo }),
    evidence: rest.evidence.slice(0, MAX_EVIDENCE).map(boundEvidence),
  };
}

/** Half a URL leads nowhere, so a long one is left out. */
function shortLinks(links: Pick<RenderedPerson, 'url' | 'profile' | 'twitter' | 'photo'>): typeof links {
  return Object.fromEntries(Object.entries(links).filter(([, link]) => link !== undefined && link.length <= MAX_URL));
}

function boundEvidence({ rule, snippet, block }: z.infer<typeof evidence>) {
  return { rule, snippet: cutWhole(snippet, MAX_TEXT), block };
}

/** As if they had been read on a page of the site just now, with evidence that says where. */
export function peopleOnRendered(findings: RenderedFindings, which: 'authors' | 'people'): FoundPerson[] {
  return findings[which].map((found) => ({
    ...found,
    ...splitName(found.name),
    evidence: found.evidence.map((one) => ({ ...one, page: findings.url, rendered: true as const })),
  }));
}

/** Scripts may have led the browser to another page, or only changed the query in the address bar. */
export function isSamePage({ url }: RenderedFindings, served: string): boolean {
  const withoutQuery = (one: string) => pageKey(one).replace(/\?.*/, '');
  return withoutQuery(url) === withoutQuery(served);
}
