// How much a page says, and where: its own content, menus and footers, readers' comments. Reading a page counts words by spaces,
// which Chinese, Japanese and Thai don't use, so their characters are counted here.
import { AREA, type PageFacts } from '../pages/page-facts.ts';

export interface PageText {
  /** Words outside of menus, footers and comments, counted up to ENOUGH. */
  words: number;
  /** Characters of the same text, and of comments. */
  characters: number;
  commentCharacters: number;
}

const MENUS = AREA.nav | AREA.footer;
/** Two characters are about one word in scripts without spaces. */
const CHARACTERS_PER_WORD = 2;
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

export function countWords(text: string): number {
  let words = 0;
  let dense = 0;
  let isInWord = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isDense(code)) {
      dense++;
      isInWord = false;
    } else if (code === 32) isInWord = false;
    else if (!isInWord) {
      words++;
      isInWord = true;
    }
  }
  return words + Math.ceil(dense / CHARACTERS_PER_WORD);
}

/** Thai to Khmer, kana, and Chinese characters. */
function isDense(code: number): boolean {
  if (code < 0x0e00) return false;
  return code < 0x1000 || (code >= 0x1780 && code < 0x1800) || (code >= 0x3040 && code < 0xa000);
}
