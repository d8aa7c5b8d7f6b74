// Profiles of people on social networks: which network a URL belongs to, and whether it is a profile rather than a post, a company
// or a share button.

import { parseUrl } from './parse-url.ts';

export const networkNames = {
  linkedin: 'LinkedIn',
  x: 'X',
  mastodon: 'Mastodon',
  bluesky: 'Bluesky',
  instagram: 'Instagram',
  facebook: 'Facebook',
  youtube: 'YouTube',
  github: 'GitHub',
  threads: 'Threads',
  tiktok: 'TikTok',
  medium: 'Medium',
  muckrack: 'Muck Rack',
  xing: 'Xing',
  orcid: 'ORCID',
  about: 'about.me',
} as const;

export type Network = keyof typeof networkNames;

const HANDLE = /^\/@[\w.-]+\/?$/;
const NAME = /^\/[\w.%-]+\/?$/;

// Any top-level domain: networks have several, and the practice web has its own.
const NETWORKS: readonly (readonly [network: Network, host: RegExp, path: RegExp])[] = [
  ['x', /^(?:www\.|mobile\.)?(?:twitter|x)\.[a-z]+$/, /^\/@?\w{1,20}\/?$/],
  ['linkedin', /(?:^|\.)linkedin\.[a-z]+$/, /^\/(?:in|pub)\/[^/]+/],
  ['facebook', /(?:^|\.)(?:facebook|fb)\.[a-z]+$/, /^\/(?:people\/[^/]+\/\d+|[\w.%-]+)\/?$/],
  ['instagram', /(?:^|\.)instagram\.[a-z]+$/, NAME],
  ['github', /^(?:www\.)?github\.[a-z]+$/, NAME],
  ['muckrack', /(?:^|\.)muckrack\.[a-z]+$/, NAME],
  ['about', /(?:^|\.)about\.(?:me|localhost)$/, NAME],
  ['youtube', /(?:^|\.)youtube\.[a-z]+$/, /^\/(?:@|c\/|user\/|channel\/)[\w.%-]+\/?$/],
  ['medium', /(?:^|\.)medium\.[a-z]+$/, HANDLE],
  ['threads', /(?:^|\.)threads\.[a-z]+$/, HANDLE],
  ['tiktok', /(?:^|\.)tiktok\.[a-z]+$/, HANDLE],
  ['xing', /(?:^|\.)xing\.[a-z]+$/, /^\/profile\/[^/]+/],
  ['bluesky', /^(?:bsky\.app|bsky\.localhost)$/, /^\/profile\/[^/]+\/?$/],
  ['orcid', /^orcid\.org$/, /^\/[\dX-]{19}$/],
  [
    'mastodon',
    /mastodon|mstdn|(?:^|\.)(?:fosstodon\.org|hachyderm\.io|infosec\.exchange|chaos\.social|techhub\.social|journa\.host|home\.social|pixelfed\.[a-z]+|[\w-]+\.social)$/,
    /^\/(?:@|users\/)[\w.-]+(?:@[\w.-]+)?\/?$/,
  ],
];
const NOT_A_PERSON =
  /^\/(?:share|sharer(?:\.php)?|shareArticle|intent|search|home|hashtag|dialog|login|signup|i|p|reel|explore|help|about|privacy|tr|pages|groups|watch|events|policies|settings|features|topics|sponsors)\/?$/i;
const SHARE_QUERY = /[?&](?:url|u|text|status|mini|title|summary)=/i;
/** A server of the fediverse that only its owner knows: 'https://example.social/@jane'. */
const FEDIVERSE = /^\/@[\w.-]+\/?$/;
const MAY_BE =
  /linkedin|twitter|[/.]x\.|facebook|[/.]fb\.|instagram|github|muckrack|about\.|youtube|medium|threads|tiktok|xing|bsky|orcid|mastodon|mstdn|\/@|\/users\//i;

/** The network of a profile, or null if the URL is not a person's profile. */
export function networkOf(href: string): Network | null {
  // Few links of a page are profiles, and parsing a URL takes time.
  if (!MAY_BE.test(href) || SHARE_QUERY.test(href)) return null;
  const url = parseUrl(href);
  if (url === null || !/^https?:$/.test(url.protocol) || NOT_A_PERSON.test(url.pathname)) return null;
  return NETWORKS.find(([, host, path]) => host.test(url.hostname) && path.test(url.pathname))?.[0] ?? null;
}

/** The same for a URL that the person declares as their own: any host with a handle is then a server of the fediverse. */
export function declaredNetworkOf(href: string): Network | null {
  const network = networkOf(href);
  if (network !== null || SHARE_QUERY.test(href)) return network;
  const url = parseUrl(href);
  return url !== null && url.protocol === 'https:' && FEDIVERSE.test(url.pathname) ? 'mastodon' : null;
}

/** The profile without tracking parameters and fragments; null if it is not a URL. */
export function profileUrl(href: string): string | null {
  const url = parseUrl(href);
  return url === null ? null : `${url.origin}${url.pathname.replace(/\/$/, '')}`;
}
