// A name alone at the end of the article, as magazines and letters sign it: 'Jane Doe', '— Jane Doe', '(Jane Doe)', perhaps with a
// position below. Short lines after the last paragraph are also captions and links, so the name must be certain.
import { AREA, NOT_CONTENT, type PageFacts, type TextBlock } from '../../pages/page-facts.ts';
import type { Candidate } from '../author.ts';
import { readPersonName } from '../names/person-name.ts';
import type { PageView } from '../page-view.ts';
import { ROLE } from './bare.ts';

/** Shorter blocks are lines, not paragraphs. */
const PARAGRAPH = 140;
const REACH = 3;
const LEFT_OUT = NOT_CONTENT | AREA.aside | AREA.noscript | AREA.quote;
const SIGNED = /^[\s(–—―~-]*(\p{Lu}[\p{L}'’.-]+(?:\s+\p{L}[\p{L}'’.-]*){1,3})[\s)]*$/u;

export function authorsInSignatures(view: PageView): Candidate[] {
  const { facts } = view;
  const last = lastParagraph(facts);
  if (last < 0 || view.article < 0.3) return [];
  for (let index = last + 1; index <= last + REACH; index++) {
    const block = facts.blocks[index];
    if (block === undefined || block.area & LEFT_OUT) continue;
    const name = SIGNED.exec(block.text)?.[1];
    const person = name === undefined ? null : readPersonName(name, view.written);
    if (person === null || person.trust < 1 || isLinkElsewhere(facts, block)) continue;
    const weight =
      (isMarked(block) ? 0.52 : 0.4) + (ROLE.test(facts.blocks[index + 1]?.text.slice(0, 80) ?? '') ? 0.1 : 0);
    return [{ name: person.name, family: 'box', rule: 'signature', weight, snippet: block.text, block: index }];
  }
  return [];
}

/** The last paragraph of the same article as the headline, or of the page's content. */
function lastParagraph({ blocks, headline }: PageFacts): number {
  const article = blocks[headline]?.article ?? 0;
  for (let index = blocks.length - 1; index > headline; index--) {
    const block = blocks[index] as TextBlock;
    if (block.text.length < PARAGRAPH || block.area & LEFT_OUT) continue;
    if (article === 0 || block.article === article) return index;
  }
  return -1;
}

/** In italics, bold or after a dash. */
function isMarked({ tag, text }: TextBlock): boolean {
  return /^(?:em|i|strong|b|cite|address)$/.test(tag) || /^[(–—―~-]/.test(text);
}

/** A link to a page that says nothing about authors is a link like those around it. */
function isLinkElsewhere(facts: PageFacts, { links }: TextBlock): boolean {
  return links.some(
    (link) => !/author|autor|auteur|mailto:|profile|\/@|people|team|bio/i.test(facts.links[link]?.href ?? ''),
  );
}
