// Finds who works at a site: visits the relevant pages and combines what they say.

import type { PageFetcher } from '../pages/fetch-page.ts';
import { mergePeople } from './merge-people.ts';
import type { FoundPerson } from './person.ts';
import { readPeople } from './read-people.ts';
import { type SiteVisit, type VisitRequest, visitSite } from './visit-site.ts';

export interface SitePeople {
  people: FoundPerson[];
  /** The pages that were read, so that a search for addresses need not fetch them again. */
  visit: SiteVisit;
}

/** Throws only when the signal fires or the outbound client closes. No people and nothing visited: we could not look. */
export async function findPeople(fetcher: PageFetcher, request: VisitRequest): Promise<SitePeople> {
  const visit = await visitSite(fetcher, request);
  const people = visit.pages.flatMap(({ facts, kind }) => readPeople(facts, kind));
  return { people: mergePeople(people), visit };
}
