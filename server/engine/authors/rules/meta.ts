// <meta> tags that name the author. The weights are how often each was right alone on recorded pages.
import type { Candidate } from '../author.ts';
import { readPeople } from '../names/name-list.ts';
import type { PageView } from '../page-view.ts';

const NAMES: readonly (readonly [string, number])[] = [
  ['author', 0.6],
  ['article:author', 0.62],
  ['article:author:name', 0.62],
  ['article:author_name', 0.62],
  ['og:article:author', 0.6],
  ['og:author', 0.6],
  ['article.author', 0.6],
  ['dc.creator', 0.6],
  ['dcterms.creator', 0.6],
  ['dcsext.author', 0.6],
  ['dc.contributor', 0.4],
  ['citation_author', 0.75],
  ['citation_authors', 0.75],
  ['bepress_citation_author', 0.75],
  ['parsely-author', 0.7],
  ['sailthru.author', 0.7],
  ['byl', 0.75],
  ['byline', 0.7],
  ['author-name', 0.65],
  ['authors', 0.65],
  ['rbauthors', 0.65],
  ['cxenseparse:author', 0.68],
  ['cxenseparse:recs:articleauthor', 0.68],
  ['vr:author', 0.65],
  ['article_author', 0.65],
  ['msapplication-author', 0.4],
  ['creator', 0.5],
  ['lp.article:author', 0.6],
  ['book:author', 0.3],
  ['twitter:creator', 0.2],
];

const WRITTEN_BY =
  /^(?:written by|verfasst von|geschrieben von|écrit par|escrito por|scritto da|geschreven door|skrevet av|skrevet af|skriven av|napisane przez|autor|author|by|автор|yazan|kirjoittanut|von|publicado por|rédigé par|posted by|written|est\. author)$/i;

const DESCRIBED =
  /(?:^|[\s.])(?:(?:[Ww]ritten|[Pp]osted|[Aa]rticle|[Rr]ecipe|[Ss]tory) by|[Vv]erfasst von|[ÉEée]crit par|[Ee]scrito por)\s+(\p{Lu}[\p{L}'’.-]+(?:\s+\p{Lu}[\p{L}'’.-]*){1,3})/u;

export function authorsInMeta(view: PageView): Candidate[] {
  const { meta } = view.facts;
  const found: Candidate[] = [];
  for (const [name, weight] of NAMES) {
    for (const content of meta.get(name) ?? []) addPeople(view, content, name, weight, found);
  }
  for (const index of ['1', '2']) {
    const label = meta.get(`twitter:label${index}`)?.[0]?.trim() ?? '';
    const data = meta.get(`twitter:data${index}`)?.[0] ?? '';
    if (WRITTEN_BY.test(label)) addPeople(view, data, `twitter:data${index}`, 0.72, found);
  }
  const described = DESCRIBED.exec(meta.get('description')?.[0] ?? meta.get('og:description')?.[0] ?? '')?.[1];
  if (described) addPeople(view, described, 'description', 0.5, found);
  return found;
}

function addPeople(view: PageView, content: string, name: string, weight: number, found: Candidate[]): void {
  if (/^https?:|^\/|^@/.test(content)) return;
  for (const person of readPeople(content, view.stated)) {
    const doubt = person.trust;
    found.push({
      name: person.name,
      family: 'meta',
      rule: `meta ${name}`,
      weight: weight * doubt * (0.7 + 0.3 * view.article),
      snippet: content.slice(0, 120),
    });
  }
}
