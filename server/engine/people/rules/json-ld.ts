// People in structured data: employees, founders, members, profile pages. Authors of comments and reviews are guests.

import { readPersonName } from '../../authors/names/person-name.ts';
import {
  imageOf,
  type JsonLd,
  type JsonLdNode,
  type JsonLdObject,
  type JsonLdValue,
  readJsonLd,
  resolveNode,
  textsOf,
} from '../../pages/json-ld.ts';
import type { PageFacts } from '../../pages/page-facts.ts';
import { MAX_CLAIMS, MAX_LINKS, type PersonClaim, type SitePageKind } from '../person.ts';
import { cleanLine } from '../position.ts';
import { kindOfUrl } from '../site-pages.ts';

/** Keys of people who don't work at the site. */
const GUESTS = new Set(
  `comment review reviews reviewedby itemreviewed actor actors performer performers character director directors musicby byartist
  athlete competitor attendee mentions suggestedanswer acceptedanswer spouse parent children sibling knows`.split(
    /\s+/,
  ),
);
/** On an article's page, anyone else may be what the article is about. 'member' is left out: forums call their users that. */
const STAFF = new Set(
  `author creator contributor editor publisher accountableperson copyrightholder founder founders employee
  employees`.split(/\s+/),
);
/** Keys between the page and its staff. */
const AROUND_STAFF = new Set([
  ...STAFF,
  ...['mainentity', 'mainentityofpage', 'ispartof', 'liveblogupdate', 'sourceorganization', 'parentorganization'],
]);
/** Things that readers and photographers are the authors of. */
const BY_OTHERS = /(?:review|comment|question|answer|forumposting|imageobject)$/;

export function peopleInJsonLd(facts: PageFacts, siteNames: readonly string[], kind: SitePageKind): PersonClaim[] {
  const data = readJsonLd(facts.jsonLd);
  const claims: PersonClaim[] = [];
  const people = data.nodes.filter(({ types }) => types.includes('person'));
  for (const { node } of people.filter(isAboutSite(facts, kind) ? isNoGuest : staffOf(data))) {
    const full = resolveNode(data, node);
    const person = readPersonName(nameOf(full), { siteNames, anyCase: true });
    if (person === null) continue;
    if (claims.length >= MAX_CLAIMS) break;
    const links = [...textsOf(full.url), ...textsOf(full.sameAs)].slice(0, MAX_LINKS);
    const position = cleanLine(textOf(full.jobTitle));
    claims.push({
      name: person.name,
      rule: 'json-ld',
      snippet: JSON.stringify({ name: full.name, jobTitle: full.jobTitle }).slice(0, 200),
      block: -1,
      position: position === '' ? undefined : position,
      links: links.map((href) => URL.parse(href, facts.base)?.href ?? ''),
      photo: imageOf(full.image),
    });
  }
  return claims;
}

/** The given page itself may be the site's home or about page. Profiles may be of users. */
function isAboutSite({ url }: PageFacts, kind: SitePageKind): boolean {
  const byUrl = kind === 'given' ? kindOfUrl(url) : 'home';
  return byUrl !== 'given' && byUrl !== 'author';
}

function isNoGuest({ path }: JsonLdNode): boolean {
  return !path.some((key) => GUESTS.has(key.toLowerCase()));
}

/** Whether a person is said to work at the site: where it stands, or by a reference from there. */
function staffOf(data: JsonLd): (person: JsonLdNode) => boolean {
  const referred = new Set<unknown>();
  for (const { node, types, path } of data.nodes) {
    if (types.some((type) => BY_OTHERS.test(type)) || !path.every(isAroundStaff)) continue;
    for (const [key, value] of Object.entries(node))
      if (STAFF.has(key.toLowerCase())) for (const id of idsOf(value)) referred.add(id);
  }
  return ({ node, path, parentTypes }) => {
    const key = path.at(-1);
    if (key === undefined) return referred.has(node['@id']);
    const isByOthers = parentTypes.some((type) => BY_OTHERS.test(type));
    return STAFF.has(key.toLowerCase()) && path.every(isAroundStaff) && !isByOthers;
  };
}

function isAroundStaff(key: string): boolean {
  return AROUND_STAFF.has(key.toLowerCase());
}

function idsOf(value: JsonLdValue | undefined): string[] {
  return [value ?? []].flat().flatMap((one) => {
    const id = typeof one === 'object' && one !== null && !Array.isArray(one) ? one['@id'] : undefined;
    return typeof id === 'string' ? [id] : [];
  });
}

function nameOf(node: JsonLdObject): string {
  const name = textOf(node.name);
  return name === '' ? `${textOf(node.givenName)} ${textOf(node.familyName)}` : name;
}

function textOf(value: JsonLdValue | undefined): string {
  return textsOf(value)[0] ?? '';
}
