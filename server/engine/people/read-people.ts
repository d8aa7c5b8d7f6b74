// The people shown on a page: runs all rules and merges what they say about each person.

import { flatten } from '../authors/names/person-name.ts';
import { splitName } from '../authors/names/split-name.ts';
import { detach } from '../pages/detach.ts';
import type { PageFacts } from '../pages/page-facts.ts';
import { domainOf } from '../pages/page-url.ts';
import { mergePeople } from './merge-people.ts';
import { type FoundPerson, MAX_CLAIMS, type PersonClaim, type SitePageKind } from './person.ts';
import { profilesOf, withoutSiteAccounts } from './profiles.ts';
import { peopleInCards } from './rules/cards.ts';
import { peopleInJsonLd } from './rules/json-ld.ts';
import { peopleMarked } from './rules/marked.ts';
import { peopleInSentences } from './rules/sentences.ts';
import { sortLinks } from './social-links.ts';

/** The people on the page, in page order; pure. On the backlink's own page only machine-readable people count. */
export function readPeople(facts: PageFacts, kind: SitePageKind): FoundPerson[] {
  const siteNames = namesOfSite(facts);
  const claims = [
    ...peopleMarked(facts, siteNames),
    ...(kind === 'given' || kind === 'home' ? [] : peopleInCards(facts, siteNames, kind)),
    ...peopleInSentences(facts, siteNames, kind),
    ...peopleInJsonLd(facts, siteNames, kind),
  ];
  const site = domainOf(facts.url);
  return mergePeople(claims.slice(0, MAX_CLAIMS).map((claim) => toPerson(claim, facts, site)));
}

/** Copied, because this outlives the page. */
function toPerson(claim: PersonClaim, facts: PageFacts, site: string): FoundPerson {
  const { position, rule, snippet, block } = claim;
  const name = detach(claim.name);
  const photo = claim.photo === undefined ? undefined : URL.parse(claim.photo, facts.base)?.href;
  const others = claim.links.filter((href) => href !== facts.url);
  const links = withoutSiteAccounts(facts, name, others).map(detach);
  const profiles = profilesOf(links, { page: facts.url, rule, isDeclared: rule === 'json-ld' });
  return {
    name,
    ...splitName(name),
    ...(position ? { position: detach(position) } : {}),
    ...sortLinks(links, site),
    ...(profiles.length > 0 ? { profiles } : {}),
    ...(photo ? { photo } : {}),
    evidence: [{ page: facts.url, rule, snippet: detach(snippet), block }],
  };
}

function namesOfSite(facts: PageFacts): string[] {
  const stated = [...(facts.meta.get('og:site_name') ?? []), ...(facts.meta.get('application-name') ?? [])];
  const host = URL.parse(facts.url)?.hostname.replace(/^www\./, '') ?? '';
  return [...stated, host, host.split('.')[0] ?? ''].map(flatten).filter((name) => name !== '');
}
