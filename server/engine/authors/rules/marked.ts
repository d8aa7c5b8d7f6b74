// Elements whose class or id mentions the author: bylines, author names, author boxes.
import { MARK, type MarkedElement } from '../../pages/page-facts.ts';
import { signsOfText } from '../../pages/text-signs.ts';
import type { Candidate } from '../author.ts';
import { readPeople } from '../names/name-list.ts';
import { nearness, type PageView } from '../page-view.ts';
import { readByline } from './byline-words.ts';

const NAME_ELEMENT =
  /author[-_\s]*(?:name|link|title|fn|url)|by-?line[-_]*(?:name|author|link)|(?:^|[\s_-])fn(?![a-z])|name[-_]*author|writer[-_]*name/;

export function authorsInMarked(view: PageView): Candidate[] {
  const found: Candidate[] = [];
  for (const marked of view.facts.marked) {
    if (marked.holdsH1 || !(marked.marks & (MARK.author | MARK.meta | MARK.box))) continue;
    const near = nearness(view, marked.block, marked.area);
    if (near > 0) readMarked(view, marked, near, found);
  }
  return found;
}

function readMarked(view: PageView, marked: MarkedElement, near: number, found: Candidate[]): void {
  const isAuthor = (marked.marks & MARK.author) !== 0;
  const isBox = (marked.marks & MARK.box) !== 0;
  if (readLines(view, marked, near, found)) return;
  if (isAuthor && marked.text.length <= 120 && !marked.long) {
    const weight = NAME_ELEMENT.test(marked.hint) ? 0.72 : 0.66;
    const text = marked.text.replace(/\n/g, ' ');
    if (addPeople(view, marked, text, weight * scale(near), 'byline element', found)) return;
  }
  if (!isAuthor && !isBox) return;
  const [first = ''] = marked.text.split('\n');
  const weight = (isAuthor ? 0.62 : 0.4) * scale(near);
  if (first.length <= 60 && addPeople(view, marked, first, weight, 'author element, first line', found)) return;
  readLinks(view, marked, near, found);
}

function readLines(view: PageView, marked: MarkedElement, near: number, found: Candidate[]): boolean {
  const base = marked.marks & MARK.author ? 0.7 : 0.68;
  for (const line of marked.text.split('\n').slice(0, 8)) {
    const byline = readByline(line, signsOfText(line));
    if (byline === null) continue;
    const weight = base * byline.trust * scale(near);
    if (addPeople(view, marked, byline.names, weight, 'byline in element', found)) return true;
  }
  return false;
}

function readLinks(view: PageView, marked: MarkedElement, near: number, found: Candidate[]): void {
  if (marked.long && !(marked.marks & MARK.box)) return;
  for (const index of marked.links.slice(0, 4)) {
    const text = view.facts.links[index]?.text ?? '';
    if (text.length > 3 && text.length < 60)
      addPeople(view, marked, text, 0.5 * scale(near), 'link in author element', found);
  }
}

function scale(near: number): number {
  return 0.4 + 0.6 * near;
}

function addPeople(
  view: PageView,
  marked: MarkedElement,
  text: string,
  weight: number,
  rule: string,
  found: Candidate[],
): boolean {
  const people = readPeople(text, view.written);
  const image = marked.images.length === 1 ? view.facts.images[marked.images[0] as number] : undefined;
  for (const person of people) {
    found.push({
      name: person.name,
      family: marked.marks & MARK.box && !(marked.marks & MARK.meta) ? 'box' : 'byline',
      rule,
      weight: weight * person.trust,
      snippet: marked.text.slice(0, 120),
      url: people.length === 1 ? pageOf(view, marked, person.name) : undefined,
      photo: people.length === 1 ? image?.src : undefined,
      sameAs: people.length === 1 ? marked.links.map((link) => view.facts.links[link]?.href ?? '') : undefined,
      block: marked.block,
    });
  }
  return people.length > 0;
}

function pageOf(view: PageView, marked: MarkedElement, name: string): string | undefined {
  for (const index of marked.links) {
    const link = view.facts.links[index];
    if (link?.text.toLowerCase().includes(name.toLowerCase())) return link.href;
  }
  return undefined;
}
