// People in cards: a name on its own line, the position below or next to it, links and a picture around it.

import { networkOf } from '../../../../shared/social-networks.ts';
import {
  cleanName,
  flatten,
  mayNamePerson,
  type NameRules,
  type PersonName,
  readPersonName,
} from '../../authors/names/person-name.ts';
import { AREA, type PageFacts, type TextBlock } from '../../pages/page-facts.ts';
import type { PersonClaim, SitePageKind } from '../person.ts';
import { cleanLine, couldBePosition, readPosition } from '../position.ts';
import { isPersonPath, spellsName } from '../social-links.ts';

interface Card {
  person: PersonName;
  block: number;
  /** On the same line: 'Jane Doe, Editor'. */
  beside: string | null;
}

const LEFT_OUT = AREA.nav | AREA.comments | AREA.related | AREA.form | AREA.hidden | AREA.trap | AREA.quote;
const MAX_LINE = 110;
// A card rarely has more lines than this below its name.
const CARD_BLOCKS = 8;
/** A short line must follow the name on this many cards before such lines count as positions. */
const LEAST_ALIKE = 3;

export function peopleInCards(facts: PageFacts, siteNames: readonly string[], kind: SitePageKind): PersonClaim[] {
  const rules: NameRules = { siteNames };
  const cards = facts.blocks.flatMap((block, index) => cardAt(block, index, rules));
  const certain = cards.filter((card) => card.person.trust === 1);
  const alike = certain.filter((card) => couldBePosition(facts.blocks[card.block + 1]?.text ?? ''));
  const anyLine = kind === 'team' && alike.length >= LEAST_ALIKE && alike.length >= certain.length * 0.6;
  const isTeam = kind === 'team' && certain.length >= 2;
  const offsets = positionsStandAbove(facts, cards) ? [-1] : [1, 2, -1];
  return cards.flatMap((card, place) => {
    const end = Math.min(cards[place + 1]?.block ?? facts.blocks.length, card.block + CARD_BLOCKS);
    const position = card.beside ?? positionNear(facts, card, { anyLine, rules, offsets });
    const photo = photoOf(facts, card);
    const isHeading = (facts.blocks[card.block]?.heading ?? 0) > 0;
    const others = (photo ? 1 : 0) + (isHeading ? 1 : 0) + (isTeam ? 1 : 0);
    // A name that could be a thing needs a position and something else.
    const isPerson = card.person.trust === 1 ? position !== null || others >= 2 : position !== null && others >= 1;
    if (!isPerson) return [];
    return [
      {
        name: card.person.name,
        rule: 'card',
        snippet: snippetOf(facts, card.block),
        block: card.block,
        position: position ?? undefined,
        links: linksOf(facts, card, end),
        photo,
      },
    ];
  });
}

function snippetOf(facts: PageFacts, block: number): string {
  const lines = facts.blocks.slice(block, block + 2).map(({ text }) => text);
  return lines.join(' | ').slice(0, 200);
}

function cardAt(block: TextBlock, index: number, rules: NameRules): Card[] {
  // Chinese names have as few as two letters.
  const shortest = block.text.charCodeAt(0) > 0x3000 ? 2 : 4;
  if (block.area & LEFT_OUT || block.text.length > MAX_LINE || block.text.length < shortest) return [];
  if (!mayNamePerson(block.text)) return [];
  const [written = '', ...others] = block.text.split(/\s*(?:,|\||\s[–—-]\s|·|•|\(|:)\s*/u);
  // Few lines are a name, so check that first.
  const person = readPersonName(written, rules);
  if (person === null) return [];
  // 'By Jane Doe' is the byline of an article, and a longer line is a sentence.
  if (cleanName(written).length < written.trim().length - 2) return [];
  const beside = others.length === 0 ? null : readPosition(others.join(', ').replace(/\)$/, ''));
  const isStray = others.length > 0 && beside === null;
  return isStray || readPosition(written) !== null ? [] : [{ person, block: index, beside }];
}

/** In a list of positions with a name under each, every name except the last is also followed by a position: the next one's. */
function positionsStandAbove(facts: PageFacts, cards: readonly Card[]): boolean {
  const count = (offset: number) =>
    cards.filter((card) => readPosition(facts.blocks[card.block + offset]?.text ?? '') !== null).length;
  return count(-1) > count(1);
}

function positionNear(
  facts: PageFacts,
  card: Card,
  { anyLine, rules, offsets }: { anyLine: boolean; rules: NameRules; offsets: readonly number[] },
): string | null {
  for (const offset of offsets) {
    const block = facts.blocks[card.block + offset];
    if (block === undefined || block.area & LEFT_OUT || block.heading === 1) continue;
    if (readPersonName(block.text, rules)?.trust === 1) {
      if (offset > 0) return null;
      continue;
    }
    const position = readPosition(block.text);
    // The line above a name is a position only if it is not a section heading.
    if (position !== null && (offset > 0 || block.heading === 0)) return position;
    const isAlike = anyLine && card.person.trust === 1 && offset === 1;
    if (isAlike && couldBePosition(block.text)) return cleanLine(block.text);
  }
  return null;
}

function linksOf(facts: PageFacts, { person, block }: Card, end: number): string[] {
  const found: string[] = [];
  for (const link of facts.links) {
    if (link.block < block || link.block > end || link.area & (AREA.hidden | AREA.trap)) continue;
    const href = URL.parse(link.href, facts.base)?.href ?? '';
    // A link without text (an icon) counts with the text that follows it, so at the edges the name decides.
    const isEdge = link.block === end || (link.block === block && link.text === '');
    const isSpelled = spellsName(href, person.name);
    const isOwnPage = flatten(link.text) === flatten(person.name) || (isSpelled && isPersonPath(href));
    if (networkOf(href) === null ? isOwnPage : !isEdge || isSpelled) found.push(href);
  }
  return found;
}

function photoOf(facts: PageFacts, { person, block }: Card): string | undefined {
  const wanted = flatten(person.name);
  const named = facts.images.find(({ alt }) => alt !== '' && alt.length < 100 && flatten(alt).includes(wanted));
  const image = named ?? facts.images.find((one) => one.block === block && !(one.area & LEFT_OUT));
  return image === undefined || image.src === '' ? undefined : image.src;
}
