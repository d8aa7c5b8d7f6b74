// People marked up as schema.org Person items in the page itself.

import { readPersonName } from '../../authors/names/person-name.ts';
import { AREA, MARK, type PageFacts } from '../../pages/page-facts.ts';
import type { PersonClaim } from '../person.ts';
import { cleanLine } from '../position.ts';

export function peopleMarked(facts: PageFacts, siteNames: readonly string[]): PersonClaim[] {
  return facts.marked.flatMap((element): PersonClaim[] => {
    if (!(element.marks & MARK.person) || element.area & (AREA.comments | AREA.hidden | AREA.related)) return [];
    if (/review|comment/.test(element.scope)) return [];
    const { props } = element;
    const written = props.name ?? `${props.givenname ?? ''} ${props.familyname ?? ''}`;
    const person = readPersonName(written, { siteNames, anyCase: true });
    if (person === null) return [];
    const position = cleanLine(props.jobtitle ?? '');
    const image = facts.images[element.images[0] ?? -1]?.src;
    const links = element.links.map((index) => facts.links[index]?.href ?? '');
    return [
      {
        name: person.name,
        rule: 'microdata',
        snippet: element.text.slice(0, 200),
        block: element.block,
        position: position === '' ? undefined : position,
        links: [props.url ?? '', ...links].map((href) => URL.parse(href, facts.base)?.href ?? ''),
        photo: props.image ?? image,
      },
    ];
  });
}
