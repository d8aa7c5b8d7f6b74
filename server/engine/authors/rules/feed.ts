// Authors named by a feed (RSS dc:creator, Atom author), for the entry of one page.

import { attribute, decodeText } from '../../pages/scanning/attributes.ts';
import { scanHtml, textOfRun } from '../../pages/scanning/scan-html.ts';
import type { Candidate } from '../author.ts';
import { readPeople } from '../names/name-list.ts';

interface Entry {
  links: string[];
  authors: string[];
}

const MAX_ENTRIES = 200;

/** Candidates for the page at this address; empty when the feed has no entry for it. Bad feeds give nothing. */
export function authorsInFeed(feed: string, url: string): Candidate[] {
  const wanted = plainAddress(url);
  const entry = readEntries(feed).find((one) => one.links.some((link) => plainAddress(link) === wanted));
  const names = entry?.authors ?? [];
  return names.flatMap((text) =>
    readPeople(text.replace(/^\S+@\S+\s*\((.+)\)$/, '$1'), { anyCase: true }).map((person) => ({
      name: person.name,
      family: 'feed' as const,
      rule: 'author in the feed',
      weight: 0.7 * person.trust,
      snippet: text.slice(0, 120),
    })),
  );
}

function readEntries(feed: string): Entry[] {
  const entries: Entry[] = [];
  let text = '';
  let inAuthor = false;
  scanHtml(
    feed.replace(/<!\[CDATA\[([\s\S]*?)\]\]>/g, (_, inside: string) => inside.replace(/[<>]/g, ' ')),
    {
      open: (name, attributes) => {
        text = '';
        if (name === 'item' || name === 'entry') entries.push({ links: [], authors: [] });
        else if (name === 'author') inAuthor = true;
        else if (name === 'link') entries.at(-1)?.links.push(attribute(attributes, 'href') ?? '');
      },
      text: (run) => {
        text += textOfRun(run);
      },
      space: () => {
        text += ' ';
      },
      close: (name) => {
        const value = decodeText(text).trim();
        const entry = entries.at(-1);
        if (entry && value !== '') {
          if (name === 'dc:creator' || name === 'creator' || name === 'author' || (name === 'name' && inAuthor))
            entry.authors.push(value);
          else if (name === 'link' || name === 'guid' || name === 'id') entry.links.push(value);
        }
        if (name === 'author') inAuthor = false;
        text = '';
      },
      raw: () => {},
      enough: () => entries.length > MAX_ENTRIES,
    },
  );
  return entries;
}

function plainAddress(url: string): string {
  const parsed = URL.parse(url.trim());
  return parsed ? `${parsed.hostname.replace(/^www\./, '')}${parsed.pathname.replace(/\/$/, '')}` : url;
}
