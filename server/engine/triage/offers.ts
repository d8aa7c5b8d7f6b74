// A first test for guest posts, prices and links for sale: most blocks of a page have none of their words, and the patterns never
// see them.
import type { PageFacts } from '../pages/page-facts.ts';
import { createWordTest } from '../pages/scanning/word-finder.ts';

const mayOffer = createWordTest(
  `guest sponsored paid#post link#insert niche#edit dofollow do-follow backlink advertorial gastbeitr gastart gesponser gesponsord
    linkplat sponsoris invité insertion patrocinad invitad enlace sponsorizz inserimento inserção gastblog sponsorowan gościnn
    гостев размещени рекламн 記事広告 スポンサー記事 被リンク 软文 軟文 外链 客座`
    .split(/\s+/)
    .map((word) => word.replaceAll('#', ' ')),
);
/** Longer blocks are paragraphs of an article. */
const BLOCK_CHARACTERS = 300;
/** Offers are on short pages. */
const CHARACTERS = 20_000;

/** The indexes of blocks that may offer guest posts or links. */
export function blocksWithOffers(facts: PageFacts): number[] {
  const found: number[] = [];
  let characters = 0;
  for (const [index, { text }] of facts.blocks.entries()) {
    if (text.length <= BLOCK_CHARACTERS && mayOffer(text)) found.push(index);
    characters += text.length;
    if (characters > CHARACTERS) break;
  }
  return found;
}
