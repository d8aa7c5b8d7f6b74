// The words for what Zeus saw of a link and its page.
import type { LinkProof, PageCheck } from '../../shared/link-check.ts';
import type { LinkFollow, LinkPlace, LinkProblem, LinkState } from '../../shared/link-check-values.ts';
import type { BadgeTone } from '../ui/values/badge.tsx';
import { formatFullDay } from '../ui/values/dates.ts';
import { countOf, formatNumber } from '../ui/values/figures.ts';
import { languageName } from '../ui/values/place-names.ts';

export const linkLooks: Record<LinkState, { tone: BadgeTone; name: string }> = {
  found: { tone: 'success', name: 'Found' },
  gone: { tone: 'error', name: 'Gone' },
  unclear: { tone: 'warning', name: 'Couldn’t check' },
};

export const followNames: Record<LinkFollow, string> = {
  dofollow: 'Dofollow',
  nofollow: 'Nofollow',
  ugc: 'User-generated (UGC)',
  sponsored: 'Sponsored',
};

export const placeNames: Record<LinkPlace, string> = {
  content: 'in the content',
  navigation: 'in the navigation',
  footer: 'in the footer',
  sidebar: 'in the sidebar',
  comments: 'in the comments',
  hidden: 'hidden from visitors',
};

const routeNames = { direct: '', redirect: ', through a redirect', canonical: ', to another URL of the same page' };

/** Such as "Dofollow, in the content". */
export function linkSummary({ follow, place, route }: Pick<LinkProof, 'follow' | 'place' | 'route'>): string {
  const where = place ? `, ${placeNames[place]}` : '';
  return `${follow ? followNames[follow] : ''}${where}${route ? routeNames[route] : ''}`;
}

type Texts = Partial<Record<LinkProblem, string>>;

export const goneTexts: Texts = {
  removed: 'The page no longer has this link.',
  'page-gone': 'The page no longer exists.',
  'page-moved': 'This URL now shows a different page.',
};

export const unclearTexts: Texts = {
  blocked: 'The site doesn’t let Zeus read the page.',
  'no-answer': 'The site didn’t answer.',
  'not-a-page': 'This is a file, not a web page.',
  unsure: 'Zeus saw too little of the page to be sure.',
};

/** What is worth knowing about the page, one line each. */
export function pageFacts(page: PageCheck): string[] {
  const { published, modified, outgoing, sponsored } = page;
  const links = countOf(outgoing, 'outgoing link');
  return [
    page.noindex ? 'Hidden from search engines (noindex)' : '',
    page.canonical ? `Canonical URL: ${page.canonical}` : '',
    published ? `Published ${formatFullDay(published)}` : '',
    modified && modified !== published ? `Updated ${formatFullDay(modified)}` : '',
    sponsored > 0 ? `${links}, ${formatNumber(sponsored)} sponsored` : links,
    page.language ? `In ${languageName(page.language)}` : '',
    `HTTP status ${page.status}`,
  ].filter((line) => line !== '');
}
