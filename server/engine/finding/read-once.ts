// Reads the people and addresses of a page once for as long as the page is cached: many backlinks of a site use the same
// few pages.

import type { FoundAddress } from '../emails/address.ts';
import { findAddresses } from '../emails/find-addresses.ts';
import type { PageFacts } from '../pages/page-facts.ts';
import type { FoundPerson, SitePageKind } from '../people/person.ts';
import { readPeople } from '../people/read-people.ts';
import type { VisitedPage } from '../people/visit-site.ts';

const people = new WeakMap<PageFacts, Map<SitePageKind, FoundPerson[]>>();
const addresses = new WeakMap<PageFacts, FoundAddress[]>();

/** Never throws on any page. */
export function peopleOn({ facts, kind }: VisitedPage): FoundPerson[] {
  const ofPage = people.get(facts) ?? new Map<SitePageKind, FoundPerson[]>();
  people.set(facts, ofPage);
  const found = ofPage.get(kind) ?? readPeople(facts, kind);
  ofPage.set(kind, found);
  return found;
}

/** Never throws on any page. */
export function addressesOn({ facts }: VisitedPage): FoundAddress[] {
  const found = addresses.get(facts) ?? findAddresses(facts);
  addresses.set(facts, found);
  return found;
}
