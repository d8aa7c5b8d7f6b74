// Links to an author page: the URL says author, the text is a name.
import type { Candidate } from '../author.ts';
import { flatten, readPersonName } from '../names/person-name.ts';
import { nearness, type PageView } from '../page-view.ts';

const AUTHOR_PATH =
  /\/(?:authors?|autor(?:en|es|in)?|auteurs?|autori?|autore|writers?|contributors?|contributor|people|person|persons|staff|team|profiles?|profil|by|journalists?|journalistes?|reporters?|redakteure?|redaktion|redaction|columnists?|users?|u|members?|experts?|bio|byline|bylines|firmas?|firma|periodistas?|yazar(?:lar)?|skribent|forfatter|auteur|author-profile|editors?|about)\/+(?:@?[\p{L}\p{N}%._~+-]+\/?){1,3}(?:[?#]|$)|\/@[\w.-]+\/?(?:[?#]|$)|[?&]author(?:_name)?=/iu;

export function authorsInLinks(view: PageView): Candidate[] {
  const found: Candidate[] = [];
  for (const link of view.facts.links) {
    if (link.text.length < 4 || link.text.length > 60) continue;
    const near = nearness(view, link.block, link.area);
    if (near === 0 || !AUTHOR_PATH.test(link.href)) continue;
    const person = readPersonName(link.text, view.written);
    if (!person) continue;
    const slug = flatten(
      decode(
        link.href
          .replace(/[?#].*$/, '')
          .replace(/\/$/, '')
          .split('/')
          .pop() ?? '',
      ),
    );
    const fits = slug.includes(flatten(person.name)) || flatten(person.name).includes(slug);
    found.push({
      name: person.name,
      family: 'link',
      rule: 'link to an author page',
      weight: (fits ? 0.66 : 0.56) * (near === 1 ? 1 : near * 0.85) * person.trust,
      snippet: `${link.text} → ${link.href}`.slice(0, 160),
      url: link.href,
      block: link.block,
    });
  }
  return found;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
