// The author's page, external profile, Twitter account and photo, from the votes that named the person.
import type { Author } from './author.ts';
import { flatten } from './names/person-name.ts';
import type { PageView } from './page-view.ts';
import type { Elected } from './vote.ts';

type Links = Pick<Author, 'url' | 'profile' | 'twitter' | 'photo'>;

const TWITTER =
  /^https?:\/\/(?:www\.|mobile\.)?(?:twitter|x)\.com\/(?!intent|share|search|home|hashtag)@?(\w{1,20})\/?(?:[?#]|$)/i;
const PROFILE =
  /^https?:\/\/(?:[\w-]+\.)?(?:linkedin\.com\/(?:in|pub)\/|facebook\.com\/(?!sharer|share|dialog)|instagram\.com\/|muckrack\.com\/|about\.me\/|medium\.com\/@|github\.com\/|mastodon\.|threads\.net\/|bsky\.app\/profile\/|xing\.com\/profile\/|orcid\.org\/|youtube\.com\/(?:@|c\/|user\/))/i;

export function linksOf(view: PageView, elected: Elected): Links {
  const hrefs = new Set(elected.votes.flatMap((vote) => [...(vote.sameAs ?? []), ...(vote.url ? [vote.url] : [])]));
  const addresses = [...hrefs]
    .map((href) => URL.parse(href, view.facts.base)?.href ?? '')
    .filter((href) => href.startsWith('http'));
  const links: Links = {};
  const own = addresses.find((href) => isOwnPage(view, href));
  const twitter = addresses.find((href) => TWITTER.test(href)) ?? twitterOfMeta(view, elected);
  const profile = addresses.find((href) => /linkedin\.com/i.test(href)) ?? addresses.find((href) => PROFILE.test(href));
  const photo =
    elected.votes.map((vote) => vote.photo).find((src) => src !== undefined && src !== '') ??
    photoByAlt(view, elected.name);
  if (own) links.url = own;
  if (profile) links.profile = profile;
  if (twitter) links.twitter = twitter;
  const address = photo ? URL.parse(photo, view.facts.base)?.href : undefined;
  if (address) links.photo = address;
  return links;
}

function isOwnPage(view: PageView, href: string): boolean {
  const url = URL.parse(href);
  if (!url || TWITTER.test(href) || PROFILE.test(href)) return false;
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
