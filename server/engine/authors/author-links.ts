// The author's page, profiles on social networks and photo, from the votes that named the person.
import { declaredNetworkOf, networkOf } from '../../../shared/social-networks.ts';
import type { FoundProfile } from '../people/person.ts';
import { onePerNetwork, profilesOf, withoutSiteAccounts } from '../people/profiles.ts';
import { spellsName } from '../people/social-links.ts';
import type { Author } from './author.ts';
import { flatten } from './names/person-name.ts';
import type { PageView } from './page-view.ts';
import type { Elected } from './vote.ts';

type Links = Pick<Author, 'url' | 'profile' | 'twitter' | 'photo' | 'profiles'>;

export function linksOf(view: PageView, elected: Elected): Links {
  const profiles = onePerNetwork([...profilesInVotes(view, elected), ...profilesByRel(view, elected.name)]);
  const of = (network: ReturnType<typeof networkOf>) =>
    profiles.find(({ url }) => declaredNetworkOf(url) === network)?.url;
  const own = elected.votes.flatMap((vote) => addressesOf(view, vote)).find((href) => isOwnPage(view, href));
  const twitter = of('x') ?? twitterOfMeta(view, elected);
  const profile = of('linkedin') ?? profiles.find(({ url }) => url !== of('x'))?.url;
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

type Vote = Elected['votes'][number];

function addressesOf({ facts }: PageView, { sameAs = [], url }: Vote): string[] {
  return [...sameAs, ...(url ? [url] : [])]
    .map((href) => URL.parse(href, facts.base)?.href ?? '')
    .filter((href) => href.startsWith('http'));
}

function profilesInVotes(view: PageView, { name, votes }: Elected): FoundProfile[] {
  const { facts } = view;
  return votes.flatMap((vote) => {
    const links = withoutSiteAccounts(facts, name, addressesOf(view, vote));
    return profilesOf(links, { page: facts.url, rule: vote.rule, isDeclared: vote.family === 'json-ld' });
  });
}

/** rel=me says whose site this is: it is the author's if the URL or the site carries the author's name. */
function profilesByRel({ facts, host }: PageView, name: string): FoundProfile[] {
  const declared = [...facts.links, ...facts.linkRels].filter(({ rel }) => /(?:^|\s)me(?:$|\s)/.test(rel));
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
