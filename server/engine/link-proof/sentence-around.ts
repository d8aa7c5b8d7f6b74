// The sentence of a paragraph that contains a link's text.

const maxCharacters = 300;
/** Further away, no sentence begins or ends that would be shown whole: a block may have thousands of links. */
const reach = 1_000;
/** A period, question or exclamation mark before a space, or a mark that needs none. */
const sentenceEnd = /[.!?…]["'”’)\]]?(?=\s)|[。！？]/gu;

/** Empty if the text is not in the paragraph, or says no more than the link itself. */
export function sentenceAround(paragraph: string, linkText: string): string {
  const place = linkText === '' ? -1 : paragraph.indexOf(linkText);
  return place < 0 ? '' : sentenceAt(paragraph.slice(Math.max(0, place - reach), place + reach), linkText);
}

function sentenceAt(paragraph: string, linkText: string): string {
  const at = paragraph.indexOf(linkText);
  const end = at + linkText.length;
  const bounds = [...paragraph.matchAll(sentenceEnd)].map(({ 0: mark, index }) => index + mark.length);
  const from = bounds.findLast((bound) => bound <= at) ?? 0;
  const to = bounds.find((bound) => bound >= end) ?? paragraph.length;
  const sentence = paragraph.slice(from, to).trim();
  return sentence === linkText.trim() ? '' : cutAround(sentence, linkText);
}

/** A long sentence is cut on both sides of the link. */
function cutAround(sentence: string, linkText: string): string {
  if (sentence.length <= maxCharacters) return sentence.toWellFormed();
  const at = sentence.indexOf(linkText);
  const room = Math.max(0, maxCharacters - linkText.length);
  const from = Math.max(0, Math.min(at - Math.floor(room / 2), sentence.length - maxCharacters));
  const to = Math.min(sentence.length, from + maxCharacters);
  const middle = sentence.slice(from, to).trim().toWellFormed();
  return `${from > 0 ? '…' : ''}${middle}${to < sentence.length ? '…' : ''}`;
}
