// The author's page, profiles on social networks and photo, from the votes that named the person.
import { networkOf } from '../../../shared/social-networks.ts';
import type { FoundProfile } from '../people/person.ts';
import { profilesByNetwork, profilesOf, withoutSiteAccounts } from '../people/profiles.ts';
import { spellsName } from '../people/social-links.ts';
import type { Author } from './author.ts';
import { flatten } from './names/person-name.ts';
import type { PageView } from './page-view.ts';
import type { Elected } from './vote.ts';

type Links = Pick<Author, 'url' | 'profile' | 'twitter' | 'photo' | 'profiles'>;

export function linksOf(view: PageView, elected: Elected): Links {
  const votes = linksOfVotes(view, elected);
  const byNetwork = profilesByNetwork([
    ...profilesInVotes(view, elected.name, votes),
    ...profilesByRel(view, elected.name),
  ]);
  const profiles = [...byNetwork.values()];
  const onX = byNetwork.get('x')?.url;
  const own = votes.flatMap(({ hrefs }) => hrefs).find((href) => isOwnPage(view, href));
  const twitter = onX ?? twitterOfMeta(view, elected);
  const profile = byNetwork.get('linkedin')?.url ?? profiles.find(({ url }) => url !== onX)?.url;
  const photo =
    elected.votes.map((vote) => vote.photo).find((src) => src !== undefined && src !== '') ??
    photoByAlt(view, elected.name);
  const address = photo ? URL.parse(photo, view.facts.base)?.href : undefined;
  return {
    ...(own ? { url: own } : {}),
    ...(profile ? { profile } : {}),
    ...(twitter ? { twitter } : {}),
    ...(profiles.length > 0 ? { profiles } : {}),
    ...(address ? { photo: address } : {}),
  };
}

interface VoteLinks {
  rule: string;
  isDeclared: boolean;
  hrefs: string[];
}

/** The links of each vote; votes repeat them, and each is parsed once. */
function linksOfVotes({ facts }: PageView, { votes }: Elected): VoteLinks[] {
  const seen = new Set<string>();
  return votes.map(({ sameAs = [], url, rule, family }) => {
    const hrefs: string[] = [];
    for (const href of url ? [...sameAs, url] : sameAs) {
      if (seen.has(href)) continue;
      seen.add(href);
      const parsed = URL.parse(href, facts.base)?.href ?? '';
      if (parsed.startsWith('http')) hrefs.push(parsed);
    }
    return { rule, isDeclared: family === 'json-ld', hrefs };
  });
}

function profilesInVotes({ facts }: PageView, name: string, votes: readonly VoteLinks[]): FoundProfile[] {
  return votes.flatMap(({ rule, isDeclared, hrefs }) => {
    if (hrefs.length === 0) return [];
    return profilesOf(withoutSiteAccounts(facts, name, hrefs), { page: facts.url, rule, isDeclared });
  });
}

const REL_ME = /(?:^|\s)me(?:$|\s)/;
const isMe = ({ rel }: { rel: string }) => rel !== '' && REL_ME.test(rel);

/** rel=me says whose site this is: it is the author's if the URL or the site carries the author's name. */
function profilesByRel({ facts, host }: PageView, name: string): FoundProfile[] {
  const declared = [...facts.links.filter(isMe), ...facts.linkRels.filter(isMe)];
  if (declared.length === 0) return [];
  const isPersonalSite = flatten(host).includes(flatten(name));
  const links = declared
    .map(({ href }) => URL.parse(href, facts.base)?.href ?? '')
    .filter((href) => isPersonalSite || spellsName(href, name));
  return profilesOf(links, { page: facts.url, rule: 'rel=me', isDeclared: true });
}

function isOwnPage(view: PageView, href: string): boolean {
  const url = URL.parse(href);
  if (!url || networkOf(href) !== null) return false;
  const host = url.hostname.replace(/^www\./, '');
  return (
    (host === view.host || host.endsWith(`.${view.host}`) || view.host.endsWith(`.${host}`)) && url.pathname.length > 1
  );
}

/** twitter:creator belongs to the author only if the handle resembles the name. */
function twitterOfMeta(view: PageView, elected: Elected): string | undefined {
  const handle = view.facts.meta.get('twitter:creator')?.[0]?.replace(/^.*\//, '').replace(/^@/, '') ?? '';
  if (!/^\w{2,20}$/.test(handle)) return undefined;
  const words = elected.name
    .split(' ')
    .map(flatten)
    .filter((word) => word.length > 2);
  return words.some((word) => flatten(handle).includes(word)) ? `https://twitter.com/${handle}` : undefined;
}

function photoByAlt(view: PageView, name: string): string | undefined {
  const wanted = flatten(name);
  const image = view.facts.images.find(
    (one) => one.alt !== '' && one.alt.length < 80 && flatten(one.alt).includes(wanted),
  );
  return image?.src === '' ? undefined : image?.src;
}
