// What a page shows that speaks against it as a lead, each with the fact behind it: a figure or words of the page (decision 62).
import type { PageSignal } from '../../../shared/link-check.ts';
import { countWordsIn } from '../pages/count-words.ts';
import type { PageFacts } from '../pages/page-facts.ts';
import { findForum } from './forum.ts';
import { findGuestPostPrice } from './guest-post-prices.ts';
import { findInvitation } from './invitation.ts';
import { findLinkFarm } from './link-farm.ts';
import { hasManyLinks } from './many-links.ts';
import { namesNoAuthor } from './missing-author.ts';
import { blocksWithOffers } from './offers.ts';
import type { OutgoingLink } from './outgoing.ts';
import { stateOf } from './page-state.ts';
import { measureText, type PageText } from './page-text.ts';

/** Fewer words than this, menus and footers not counted, are thin. */
const THIN = 120;
/** A page with more words in all has its content in what looks like a menu, or its readers wrote it. */
const THIN_IN_ALL = 500;
const THIN_COMMENTS = 1000;
/** A shorter text is a notice or a teaser, which needs no author. */
const ARTICLE_WORDS = 200;

export interface OpenedPage {
  status: number;
  facts: PageFacts;
  outgoing: readonly OutgoingLink[];
}

/** In the order of `pageSignals`. Empty if a bot check hides the page. */
export function pageSignalsOf(page: OpenedPage): PageSignal[] {
  const text = measureText(page.facts);
  const state = stateOf(page.status, page.facts, text);
  if (state.kind === 'unseen') return [];
  if (state.kind === 'error') return [{ name: 'error-page', fact: state.fact }];
  if (state.kind === 'parked') return [{ name: 'parked', fact: state.fact }];
  return [...linkSignals(page, text), ...contentSignals(page.facts, text)];
}

function linkSignals({ facts, outgoing }: OpenedPage, { characters }: PageText): PageSignal[] {
  const offers = blocksWithOffers(facts);
  const price = findGuestPostPrice(facts, offers);
  const invitation = findInvitation(facts, offers);
  const farm = findLinkFarm(facts, outgoing, characters);
  return [
    ...(hasManyLinks(outgoing) ? [{ name: 'many-links' as const, fact: String(outgoing.length) }] : []),
    ...(price === null ? [] : [{ name: 'guest-post-prices' as const, fact: price }]),
    ...(invitation === null ? [] : [{ name: 'write-for-us' as const, fact: invitation }]),
    ...(farm === null ? [] : [{ name: 'link-farm' as const, fact: farm }]),
  ];
}

function contentSignals(facts: PageFacts, text: PageText): PageSignal[] {
  const forum = findForum(facts, text);
  if (forum !== null) return [{ name: 'forum', fact: forum }];
  if (isThin(facts, text)) return [{ name: 'thin', fact: String(text.words) }];
  const isAnonymous = text.words >= ARTICLE_WORDS && namesNoAuthor(facts);
  return isAnonymous ? [{ name: 'no-author', fact: String(measureText(facts, Number.POSITIVE_INFINITY).words) }] : [];
}

/** If nothing is outside of menus, the page was not drawn, or its content was taken for a menu. */
function isThin({ blocks }: PageFacts, { words, commentCharacters }: PageText): boolean {
  if (words === 0 || words >= THIN || commentCharacters >= THIN_COMMENTS) return false;
  return countWordsIn(blocks, THIN_IN_ALL) < THIN_IN_ALL;
}
