// The links of a page that visitors see and that lead to other sites.
import { AREA, type PageFacts, type PageLink } from '../pages/page-facts.ts';
import { domainOf, toPageUrl } from '../pages/page-url.ts';

export interface OutgoingLink extends PageLink {
  to: string;
  domain: string;
}

export function outgoingLinks(facts: PageFacts): OutgoingLink[] {
  return linksElsewhere(facts, ({ area }) => !(area & (AREA.hidden | AREA.trap)));
}

/** Those of the wanted links that lead to other sites. */
export function linksElsewhere(facts: PageFacts, isWanted: (link: PageLink) => boolean): OutgoingLink[] {
  const home = domainOf(facts.url);
  return facts.links.flatMap((link) => {
    if (!isWanted(link) || !/^(?:https?:)?\/\//i.test(link.href)) return [];
    const to = toPageUrl(link.href, facts.base);
    const domain = to === null ? home : domainOf(to);
    return to === null || domain === home ? [] : [{ ...link, to, domain }];
  });
}
