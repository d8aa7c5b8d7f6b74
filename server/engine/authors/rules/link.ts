// Links to an author page: the URL says author, the text is a name.
import type { PageLink } from '../../pages/page-facts.ts';
import { decodeSafely } from '../../people/social-links.ts';
import type { Candidate } from '../author.ts';
import { flatten, readPersonName } from '../names/person-name.ts';
import { nearness, type PageView } from '../page-view.ts';

/** Paths of everybody's pages: menus link to them too, so the text has to be a certain name. */
const ANYBODY = /\/(?:people|persons?|staff|team|profiles?|profil|users?|u|members?|experts?|about|bio)\/|\/@/i;
const AUTHOR_PATH =
  /\/(?:authors?|autor(?:en|es|in)?|auteurs?|autori?|autore|writers?|contributors?|contributor|producers?|people|person|persons|staff|team|profiles?|profil|by|journalists?|journalistes?|reporters?|redakteure?|redaktion|redaction|columnists?|users?|u|members?|experts?|bio|byline|bylines|firmas?|firma|periodistas?|yazar(?:lar)?|skribent|forfatter|auteur|author-profile|editors?|about)\/+(?:@?[\p{L}\p{N}%._~+-]+\/?){1,3}(?:[?#]|$)|\/@[\w.-]+\/?(?:[?#]|$)|[?&]author(?:_name)?=/iu;

export function authorsInLinks(view: PageView): Candidate[] {
  const found: Candidate[] = [];
  for (const link of view.facts.links) {
    if (link.text.length < 4 || link.text.length > 60) continue;
    const near = nearness(view, link.block, link.area);
    if (near === 0 || !AUTHOR_PATH.test(link.href)) continue;
    const person = readPersonName(link.text, view.written);
    if (!person || (person.trust < 1 && ANYBODY.test(link.href))) continue;
    const path = link.href.replace(/[?#].*$/, '').replace(/\/$/, '');
    const slug = flatten(decodeSafely(path.slice(path.lastIndexOf('/') + 1)));
    const fits = slug.includes(flatten(person.name)) || flatten(person.name).includes(slug);
    found.push({
      name: person.name,
      family: 'link',
      rule: 'link to an author page',
      weight: (fits ? 0.66 : 0.56) * (near === 1 ? 1 : near * 0.85) * person.trust * (isMention(view, link) ? 0.6 : 1),
      snippet: `${link.text} → ${link.href}`.slice(0, 160),
      url: link.href,
      block: link.block,
    });
  }
  return found;
}

/** In running text, a link to a person is about that person; in a line of contacts, it is whom to ask. */
function isMention(view: PageView, { inContent, block, text }: PageLink): boolean {
  const line = view.facts.blocks[block]?.text ?? '';
  if (/^(?:contacts?|kontakt|contacto|media contact|ansprechpartner\p{L}*)\b/iu.test(line)) return true;
  return inContent && line.length > 100 && !line.slice(0, line.indexOf(text)).match(/(?:^|\s)(?:by|von|par|por)\s*$/i);
}
