// What a crawler takes from a page at the least, by htmlparser2: the title, the links as absolute URLs, the addresses to write to.
import { Parser } from 'htmlparser2';
import type { RecordedPage } from './peers.ts';

export function collectLinks({ html, url }: RecordedPage): { title: string; links: string[]; addresses: string[] } {
  const found = { title: '', links: [] as string[], addresses: [] as string[] };
  let inTitle = false;
  const parser = new Parser({
    onopentag(name, { href }) {
      if (name === 'title') inTitle = true;
      if (name !== 'a' || href === undefined) return;
      if (href.startsWith('mailto:')) found.addresses.push(href.slice('mailto:'.length));
      else found.links.push(URL.parse(href, url)?.href ?? '');
    },
    ontext(text) {
      if (inTitle) found.title += text;
    },
    onclosetag(name) {
      if (name === 'title') inTitle = false;
    },
  });
  parser.end(html);
  return found;
}
