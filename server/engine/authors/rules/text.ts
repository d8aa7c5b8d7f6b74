// Bylines in plain text without a helpful class, sentences that introduce the writer, and 'About Jane Doe'.
import { AREA, NOT_CONTENT, type TextBlock } from '../../pages/page-facts.ts';
import { SIGN } from '../../pages/text-signs.ts';
import type { Candidate } from '../author.ts';
import { readPeople } from '../names/name-list.ts';
import { nearness, type PageView } from '../page-view.ts';
import { type Byline, readByline, readLabelAlone } from './byline-words.ts';

const INTRODUCES =
  /^(?:(?:dr|prof)\.?\s+)?(\p{Lu}[\p{L}'’.-]+(?:\s+(?:\p{Lu}[\p{L}'’.-]*|de|van|von|der|da|di|del)){1,3})(?:,[^,]{2,40},)?\s+(?:is|ist|est|es|è|é|jest|är|er)\s+(?:(?:an?|the|our|ein|eine|un|une|una|uno|en|et)\s+)?(?:[\p{L}-]+\s+){0,6}?(?:writer|author|[Jj]ournalist(?:in)?|jornalista|dziennikar\p{L}+|redaktork\p{L}|schrijver|editor|reporter|blogger|contributor|columnist|freelance\p{L}*|founder|co-founder|journaliste|auteur|rédact\p{L}+|[Aa]utor\p{L}*|[Rr]edakteur\p{L}*|periodista|giornalista|scrittore|chef|recipe developer|creator|marketer|strategist|copywriter|content|researcher|professor|manager|director|specialist|expert|consultant|attorney|physician|dietitian|nutritionist|therapist|photographer)(?!\p{L})/u;
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
  const byline = block.heading === 1 ? null : readByline(text, signs);
  if (byline && text.length < 120 && index !== view.facts.headline) {
    const trust = isItalianByline(view, text, byline, near) ? ITALIAN_BYLINE : byline.trust;
    const weight = trust * weightOf(byline, near, isAfterHeadline(view, index));
    const rule = byline.explicit ? 'author label' : 'byline text';
    if (addPeople(view, byline.names, text, weight, rule, 'byline', index, found)) return;
  }
  if (text.length <= 40 && readUnderLabel(view, text, index, near, found)) return;
  if (block.area & NOT_CONTENT & ~AREA.footer) return;
  const about = text.length < 80 ? ABOUT.exec(text) : null;
  if (about?.[1])
    addPeople(view, about[1], text, block.heading > 0 ? 0.5 : 0.35, 'about the author', 'box', index, found);
  const introduced = text.length > 30 && signs & SIGN.is ? INTRODUCES.exec(text.slice(0, 200)) : null;
  if (introduced?.[1] && !(block.area & AREA.quote)) {
    addPeople(view, introduced[1], text, 0.57, 'sentence about the author', 'box', index, found);
  }
}

const ITALIAN_BYLINE = 0.9;

/** 'di' starts many lines, but before a known given name at the headline of an Italian page it is the usual word for 'by'. */
function isItalianByline(view: PageView, text: string, { names }: Byline, near: number): boolean {
  if (near < 1 || !/^di\s/i.test(text) || !view.facts.lang.toLowerCase().startsWith('it')) return false;
  return readPeople(names, view.written).every(({ trust }) => trust === 1);
}

/** Where the words are explicit, the place on the page says little: credits at the end are as true as those at the top. */
function weightOf(byline: Byline, near: number, isAfterHeadline: boolean): number {
  if (near === 1 || (near > 0 && isAfterHeadline)) return 0.7;
  if (byline.explicit) return 0.62 * (near >= 0.5 ? 0.95 : near);
  return byline.trust >= 0.95 ? 0.62 * near : 0.4 * near;
}

/** Right under a top heading, on pages whose headline is not in their title. */
function isAfterHeadline(view: PageView, index: number): boolean {
  return view.facts.blocks[index - 1]?.heading === 1;
}

/** 'Author(s)' as a heading, or 'Von:' on a line of its own: the next lines are the names. */
function readUnderLabel(view: PageView, text: string, index: number, near: number, found: Candidate[]): boolean {
  const label = readLabelAlone(text);
  if (label === null) return false;
  const weight = 0.62 * Math.max(near, near > 0.3 ? 0.95 : 0);
  let hasFound = false;
  for (let at = index + 1; at <= index + (label === 'several' ? 8 : 1); at++) {
    const next = view.facts.blocks[at];
    if (!next || next.text.length > 120) break;
    const snippet = `${text} ${next.text}`;
    if (addPeople(view, next.text, snippet, weight, 'name under a label', 'byline', at, found)) hasFound = true;
    else if (at > index + 3 || !hasFound) break;
  }
  return hasFound;
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
      // A label that says 'author' leaves little doubt about an unusual name.
      weight: weight * (rule === 'author label' ? 0.5 + 0.5 * person.trust : person.trust),
      snippet: snippet.slice(0, 120),
      url: link?.href,
      block,
    });
  }
  return people.length > 0;
}
