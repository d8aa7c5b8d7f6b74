// Bylines in plain text without a helpful class, sentences that introduce the writer, and 'About Jane Doe'.
import { AREA, NOT_CONTENT, type TextBlock } from '../../pages/page-facts.ts';
import { SIGN } from '../../pages/text-signs.ts';
import type { Candidate } from '../author.ts';
import { readPeople } from '../names/name-list.ts';
import { nearness, type PageView } from '../page-view.ts';
import { readByline } from './byline-words.ts';

const INTRODUCES =
  /^(?:(?:dr|prof)\.?\s+)?(\p{Lu}[\p{L}'’.-]+(?:\s+(?:\p{Lu}[\p{L}'’.-]*|de|van|von|der|da|di|del)){1,3})(?:,[^,]{2,40},)?\s+(?:is|ist|est|es|è|är|er)\s+(?:(?:an?|the|our|ein|eine|un|une|una|uno|en|et)\s+)?(?:[\p{L}-]+\s+){0,6}?(?:writer|author|journalist|editor|reporter|blogger|contributor|columnist|freelance\p{L}*|founder|co-founder|journaliste|auteur|rédact\p{L}+|autor\p{L}*|redakteur\p{L}*|periodista|giornalista|scrittore|chef|recipe developer|creator|marketer|strategist|copywriter|content|researcher|professor|manager|director|specialist|expert|consultant|attorney|physician|dietitian|nutritionist|therapist|photographer)(?!\p{L})/u;
const IS = /^\p{Lu}.{3,80}\s(?:is|ist|est|es|è|är|er)\s/u;
const ABOUT =
  /^(?:about|meet|über|à propos de|acerca de|sobre|over|om|o autor[ze]?:?|about the author:?|about author:?|über den autor:?|über die autorin:?|a propos de l'auteur:?|sobre el autor:?|sobre o autor:?|l'autore:?|hi,? i[’']?m|hi there[!,]? i[’']?m|hello[!,]? i[’']?m|i[’']?m)\s+(.{4,50})$/iu;

export function authorsInText(view: PageView): Candidate[] {
  const found: Candidate[] = [];
  const { blocks } = view.facts;
  for (let index = 0; index < blocks.length; index++) {
    const block = blocks[index] as TextBlock;
    if (block.text.length > 400 || block.area & (AREA.nav | AREA.comments | AREA.related | AREA.noscript)) continue;
    const near = nearness(view, index, block.area);
    readLine(view, block, index, near, found);
  }
  return found;
}

function readLine(view: PageView, block: TextBlock, index: number, near: number, found: Candidate[]): void {
  const { text, signs } = block;
  const byline = block.heading === 1 ? null : readByline(text);
  if (byline && text.length < 120) {
    const weight = byline.trust * (near === 1 ? 0.7 : byline.trust >= 0.95 ? 0.62 * near : 0.4 * near);
    if (addPeople(view, byline.names, text, weight, 'byline text', 'byline', index, found)) return;
  }
  const next = view.facts.blocks[index + 1];
  if (
    next &&
    text.length < 24 &&
    /^(?:(?:written|posted|words|published|article) by|by|von|par|por|author|autor|door|автор)\s*:?$/iu.test(text)
  ) {
    if (addPeople(view, next.text, `${text} ${next.text}`, 0.62 * near, 'byline text', 'byline', index, found)) return;
  }
  if (block.area & NOT_CONTENT & ~AREA.footer) return;
  const about = text.length < 80 ? ABOUT.exec(text) : null;
  if (about?.[1])
    addPeople(view, about[1], text, block.heading > 0 ? 0.5 : 0.35, 'about the author', 'box', index, found);
  const introduced = text.length > 30 && signs & SIGN.is && IS.test(text) ? INTRODUCES.exec(text.slice(0, 200)) : null;
  if (introduced?.[1] && !(block.area & AREA.quote)) {
    addPeople(view, introduced[1], text, 0.57, 'sentence about the author', 'box', index, found);
  }
}

function addPeople(
  view: PageView,
  names: string,
  snippet: string,
  weight: number,
  rule: string,
  family: Candidate['family'],
  block: number,
  found: Candidate[],
): boolean {
  const people = readPeople(names, view.written);
  for (const person of people) {
    const links = view.facts.blocks[block]?.links ?? [];
    const link = links.map((one) => view.facts.links[one]).find((one) => one?.text.includes(person.name));
    found.push({
      name: person.name,
      family,
      rule,
      weight: weight * person.trust,
      snippet: snippet.slice(0, 120),
      url: link?.href,
      block,
    });
  }
  return people.length > 0;
}
