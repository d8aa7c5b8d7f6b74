// An article on a site named after a person: the owner is probably the writer. Used only when several places say so, because
// company names are often people's names too.
import { AREA } from '../../pages/page-facts.ts';
import type { Candidate } from '../author.ts';
import { SOFT_WORDS } from '../names/name-words.ts';
import { flatten, readPersonName } from '../names/person-name.ts';
import type { PageView } from '../page-view.ts';

const COPYRIGHT =
  /(?:©|\(c\)|copyright)\s*(?:by\s*)?(?:\d{4}\s*(?:[-–—]\s*(?:\d{4}|present|today))?)?\s*,?\s*(?:by\s+|von\s+)?([^|.·•\d]{4,40})/i;

export function ownerOfSite(view: PageView): Candidate[] {
  const votes = new Map<string, { name: string; doubt: number; places: number }>();
  const add = (text: string | undefined, weight: number) => {
    const name = ownerIn(text);
    if (name === null) return;
    const key = flatten(name);
    const vote = votes.get(key) ?? { name, doubt: 1, places: 0 };
    vote.doubt *= 1 - weight;
    vote.places++;
    votes.set(key, vote);
  };
  const { facts } = view;
  add(facts.meta.get('og:site_name')?.[0], 0.45);
  add(titleTail(facts.title), 0.3);
  add(facts.feeds[0]?.title.replace(/\s*[»›|].*$|\s+(?:feed|rss|atom).*$/i, ''), 0.2);
  for (const link of facts.links.slice(0, 12)) if (isHome(view, link.href)) add(link.text, 0.3);
  for (const block of facts.blocks.slice(-40)) {
    if (block.text.length < 120 && (block.area & AREA.footer || block.text.includes('©')))
      add(COPYRIGHT.exec(block.text)?.[1], 0.35);
  }
  return [...votes].flatMap(([key, vote]) => {
    const inHost = flatten(view.host).includes(key) || key.includes(flatten(view.host.split('.')[0] ?? '-'));
    const weight = 1 - vote.doubt * (inHost ? 0.75 : 1);
    return vote.places < 2 && !inHost
      ? []
      : [
          {
            name: vote.name,
            family: 'site',
            rule: 'owner of the site',
            weight: weight * (0.4 + 0.6 * view.article) * (isListing(view) ? 0.4 : 1),
            snippet: vote.name,
          },
        ];
  });
}

/** Several teasers with headings: the page lists articles, and their owner is not the author of a list. */
function isListing({ facts, article }: PageView): boolean {
  if (article >= 0.6) return false;
  const teasers = new Set<number>();
  for (const { heading, article: index } of facts.blocks) if (heading > 0 && index > 0) teasers.add(index);
  return teasers.size >= 4;
}

function ownerIn(text: string | undefined): string | null {
  const person = text === undefined ? null : readPersonName(text);
  if (!person || person.trust < 1) return null;
  return person.name.split(' ').some((word) => SOFT_WORDS.has(word.toLowerCase())) ? null : person.name;
}

function titleTail(title: string): string | undefined {
  return title
    .split(/\s[|–—•·-]\s/)
    .slice(1)
    .pop();
}

/** A path from the root, or an absolute URL with a path: no home page, and no reason to parse it. */
const HAS_PATH = /^\/[^/?#.\\]|^(?:https?:)?\/\/[^/?#]+\/[^?#.]/i;

function isHome(view: PageView, href: string): boolean {
  if (HAS_PATH.test(href)) return false;
  const url = URL.parse(href, view.facts.base);
  return url !== null && url.hostname.replace(/^www\./, '') === view.host && url.pathname === '/';
}
