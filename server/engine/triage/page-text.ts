// How much a page says, and where: its own content, menus and footers, readers' comments.
import { countWords } from '../pages/count-words.ts';
import { AREA, type PageFacts } from '../pages/page-facts.ts';

export interface PageText {
  /** Words outside of menus, footers and comments, counted up to ENOUGH. */
  words: number;
  /** Characters of the same text, and of comments. */
  characters: number;
  commentCharacters: number;
}

const MENUS = AREA.nav | AREA.footer;
/** More words make no difference to any signal, and counting all of them takes as long as a tenth of reading the page. */
const ENOUGH = 300;

export function measureText(facts: PageFacts, enough = ENOUGH): PageText {
  const text = { words: 0, characters: 0, commentCharacters: 0 };
  for (const block of facts.blocks) {
    if (block.area & MENUS) continue;
    if (block.area & AREA.comments) text.commentCharacters += block.text.length;
    else {
      text.characters += block.text.length;
      if (text.words < enough) text.words += countWords(block.text);
    }
  }
  return text;
}
