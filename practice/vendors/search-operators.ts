// The search operators that the stand-ins support.
import type { Page } from '../data/types.ts';
import { addressOf } from '../templates/view.ts';

export interface ParsedQuery {
  /** The query without its operators. */
  words: string;
  /** Quoted phrases, found anywhere on the page. */
  phrases: string[];
  /** intitle: */
  titles: string[];
  /** -site: */
  without: string[];
  /** -word and -"phrase" */
  excluded: string[];
}

const operator = /(-site:|intitle:|(?<![^\s])-)?(?:"([^"]*)"|(?<=-site:|intitle:)(\S+)|(?<=(?<!\S)-)([\p{L}\p{N}]+))/gu;

export function parseQuery(text: string): ParsedQuery {
  const query: ParsedQuery = { words: '', phrases: [], titles: [], without: [], excluded: [] };
  const words = text.toLowerCase().replace(operator, (_match, name?: string, ...[quoted, bare, word]: string[]) => {
    const value = quoted ?? bare ?? word ?? '';
    if (name === '-site:') query.without.push(value);
    else if (name === 'intitle:') query.titles.push(value);
    else if (name === '-') query.excluded.push(value);
    else query.phrases.push(value);
    return ' ';
  });
  return { ...query, words: words.replace(/\s+/g, ' ').trim() };
}

export function fits(page: Page, { phrases, titles, without, excluded }: ParsedQuery, port: number): boolean {
  const title = page.title.toLowerCase();
  return (
    !without.includes(page.site.host) &&
    titles.every((one) => title.includes(one)) &&
    phrases.every((one) => mentions(page, one, port)) &&
    !excluded.some((one) => mentions(page, one, port))
  );
}

/** True if the phrase is in the title or description, a link's text or a link's address. */
function mentions(page: Page, phrase: string, port: number): boolean {
  if (`${page.title} ${page.description}`.toLowerCase().includes(phrase)) return true;
  return page.links.some(({ to, anchor }) => {
    const address = addressOf(to, port).replace('http://', '').toLowerCase();
    return anchor.toLowerCase().includes(phrase) || address.startsWith(phrase);
  });
}
