// Shortens texts from other people's pages. Counts what readers see as one character, so that no emoji, flag or accented letter
// is cut in two.
import { textCuts } from './limits.ts';

/** Firefox has no Segmenter before 125; there a family emoji or an accented letter may be cut in two, a simple emoji never. */
const characters: { segment(text: string): Iterable<{ index: number }> } =
  typeof Intl.Segmenter === 'function'
    ? new Intl.Segmenter('en', { granularity: 'grapheme' })
    : { segment: (text) => text.matchAll(/./gsu) };

/** The text, or its first `length` characters and '...'. */
export function cutText(text: string, length: number): string {
  return cutFrom(text, length, length);
}

/** An anchor is unchanged up to one length and otherwise cut to a shorter one. */
export function cutAnchor(text: string): string {
  return cutFrom(text, textCuts.anchorFrom, textCuts.anchorTo);
}

/** A text longer than `from` characters is cut to `to`. */
function cutFrom(text: string, from: number, to: number): string {
  // A character is at least one unit of the string.
  if (text.length <= from) return text;
  let count = 0;
  let end = text.length;
  for (const { index } of characters.segment(text)) {
    if (count === to) end = index;
    if (count === from) return `${text.slice(0, end)}...`;
    count += 1;
  }
  return text;
}
