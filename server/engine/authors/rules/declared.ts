// Machine-readable markup in the body: microdata and RDFa authors, rel=author links, hCards.
import { AREA, MARK, type MarkedElement } from '../../pages/page-facts.ts';
import type { Candidate } from '../author.ts';
import { readPeople } from '../names/name-list.ts';
import { nearness, type PageView } from '../page-view.ts';

const OTHERS = /review$|comment|rating|product|question|answer|usercomments/;

export function authorsDeclared(view: PageView): Candidate[] {
  const found: Candidate[] = [];
  for (const marked of view.facts.marked) {
    if (!(marked.marks & MARK.declared) || marked.holdsH1) continue;
    if (OTHERS.test(marked.scope) || /reviewedby|editor/.test(marked.hint)) continue;
    const near = nearness(view, marked.block, marked.area);
    if (near === 0) continue;
    addPeople(view, marked, near, found);
  }
  return found;
}

function addPeople(view: PageView, marked: MarkedElement, near: number, found: Candidate[]): void {
  const text = marked.props.name ?? (marked.text !== '' ? marked.text : marked.content);
  if (text.length > 200) return;
  const isRel = /(?:^|\s)author$/.test(marked.hint) && marked.tag === 'a';
  const base = isRel ? 0.72 : 0.8;
  for (const person of readPeople(text, view.stated)) {
    found.push({
      name: person.name,
      family: 'declared',
      rule: isRel ? 'rel author' : 'microdata author',
      weight: base * (0.5 + 0.5 * near) * person.trust * (marked.area & AREA.quote ? 0.5 : 1),
      snippet: text.slice(0, 120),
      url: marked.props.url ?? firstHref(view, marked),
      photo: marked.props.image,
      block: marked.block,
    });
  }
}

function firstHref(view: PageView, marked: MarkedElement): string | undefined {
  return marked.links.length === 1 ? view.facts.links[marked.links[0] as number]?.href : undefined;
}
