// People in structured data: employees, founders, members, profile pages. Authors of comments and reviews are guests.

import { readPersonName } from '../../authors/names/person-name.ts';
import { type JsonLdObject, type JsonLdValue, readJsonLd, resolveNode } from '../../pages/json-ld.ts';
import type { PageFacts } from '../../pages/page-facts.ts';
import type { PersonClaim } from '../person.ts';
import { cleanLine } from '../position.ts';

const GUESTS = new Set([
  'comment',
  'review',
  'reviews',
  'reviewedby',
  'actor',
  'performer',
  'character',
  'mentions',
  'suggestedanswer',
]);

export function peopleInJsonLd(facts: PageFacts, siteNames: readonly string[]): PersonClaim[] {
  const data = readJsonLd(facts.jsonLd);
  const claims: PersonClaim[] = [];
  for (const { node, types, path } of data.nodes) {
    if (!types.includes('person') || path.some((key) => GUESTS.has(key.toLowerCase()))) continue;
    const full = resolveNode(data, node);
    const person = readPersonName(nameOf(full), { siteNames, anyCase: true });
    if (person === null) continue;
    const position = cleanLine(textOf(full.jobTitle));
    claims.push({
      name: person.name,
      rule: 'json-ld',
      snippet: JSON.stringify({ name: full.name, jobTitle: full.jobTitle }).slice(0, 200),
      block: -1,
      position: position === '' ? undefined : position,
      links: [...texts(full.url), ...texts(full.sameAs)].map((href) => URL.parse(href, facts.base)?.href ?? ''),
      photo: photoOf(full.image),
    });
  }
  return claims;
}

function nameOf(node: JsonLdObject): string {
  const name = textOf(node.name);
  return name === '' ? `${textOf(node.givenName)} ${textOf(node.familyName)}` : name;
}

function textOf(value: JsonLdValue | undefined): string {
  return texts(value)[0] ?? '';
}

function texts(value: JsonLdValue | undefined): string[] {
  return [value ?? []].flat().filter((one) => typeof one === 'string');
}

function photoOf(value: JsonLdValue | undefined): string | undefined {
  const image = [value ?? []].flat()[0];
  if (typeof image === 'string') return image;
  if (typeof image !== 'object' || image === null || Array.isArray(image)) return undefined;
  const address = textOf(image.url) || textOf(image.contentUrl);
  return address === '' ? undefined : address;
}
