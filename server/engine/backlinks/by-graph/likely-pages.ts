// The pages of a site that may link to a target, judged by the links on its home page.
import { countFound, distinctWords } from '../by-search/about.ts';
import type { InnerLink, PageContent } from '../by-search/page-content.ts';

/** Pages that link to other sites, by the usual names. */
const linkingPages =
  /\b(?:resources?|links?|partners?|friends|sponsors?|members|blog|news|press|articles?|magazine|guides?|tools|directory|recommend\w*)\b/;

/** `topic`: the words of the target's title. Pages about it come first. */
export function likelyPages({ inner }: PageContent, topic: readonly string[], most: number): string[] {
  const worth = ({ to, anchor }: InnerLink) => {
    const words = distinctWords(`${anchor} ${pathOf(to)}`);
    return 2 * countFound(topic, words) + (linkingPages.test(words) ? 1 : 0);
  };
  const likely = inner.map((link) => ({ to: link.to, worth: worth(link) })).filter((link) => link.worth > 0);
  return likely
    .sort((a, b) => b.worth - a.worth)
    .slice(0, most)
    .map(({ to }) => to);
}

const pathOf = (url: string) => URL.parse(url)?.pathname ?? '';
