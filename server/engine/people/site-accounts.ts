// The site's own accounts on social networks, which are in its header and footer on every page: they are not the author's, unless
// the author is the site.

import { networkOf, profileUrl } from '../../../shared/social-networks.ts';
import { memoizeObjects } from '../../platform/memoize-objects.ts';
import { readJsonLd, textsOf } from '../pages/json-ld.ts';
import { AREA, type PageFacts } from '../pages/page-facts.ts';

const OWNERS = /organization|website|brand|corporation|business|publication/;

/** As profileUrl spells them, in lower case. Computed once per page. */
export const accountsOfSite = memoizeObjects(
  (facts: PageFacts): ReadonlySet<string> =>
    new Set([...linked(facts), ...declared(facts), ...ofMeta(facts)].map(accountKey)),
);

/** The same for every spelling of a profile's URL. */
export function accountKey(href: string): string {
  return (profileUrl(href) ?? href)
    .toLowerCase()
    .replace(/^https?:\/\/(?:www\.|mobile\.|m\.)?/, '')
    .replace(/^twitter\.com/, 'x.com');
}

function linked({ links }: PageFacts): string[] {
  return links
    .filter(({ area }) => area & (AREA.nav | AREA.footer) && !(area & AREA.article))
    .map(({ href }) => (href.startsWith('//') ? `https:${href}` : href))
    .filter((href) => networkOf(href) !== null);
}

function declared(facts: PageFacts): string[] {
  return readJsonLd(facts.jsonLd).nodes.flatMap(({ node, types }) =>
    OWNERS.test(types.join(' ')) && !types.includes('person') ? textsOf(node.sameAs) : [],
  );
}

function ofMeta({ meta }: PageFacts): string[] {
  const handles = meta.get('twitter:site') ?? [];
  return handles.flatMap((handle) => (/^@\w{2,20}$/.test(handle) ? `https://x.com/${handle.slice(1)}` : []));
}
