// Which texts of the form name@host are accounts of a network rather than addresses: fediverse handles (@jane@mastodon.example),
// Jabber accounts, WhatsApp groups. On recorded pages, handles were half of all false addresses.
import { getDomain } from 'tldts';
import type { PageFacts } from '../pages/page-facts.ts';

/** Servers of the fediverse whose name says so, and the largest of those whose name doesn't. */
const FEDIVERSE =
  /(?:^|\.)(?:mastodon|mstdn|masto|fosstodon|mathstodon|octodon|pixelfed|lemmy|misskey|pleroma|akkoma|friendica|peertube|gotosocial|hubzilla|bookwyrm|funkwhale|kbin|mbin|sharkey|firefish|calckey|iceshrimp|toot|tooting|troet|fedi|fediverse|feddit|activitypub|bsky)\.|(?:mastodon|mstdn|todon|pixelfed|lemmy|misskey|fediverse)\.[a-z]+$|^(?:mas\.to|hachyderm\.io|infosec\.exchange|ioc\.exchange|tech\.lgbt|universeodon\.com|qoto\.org|c\.im|journa\.host|pawoo\.net|fediscience\.org|scicomm\.xyz|botsin\.space|threads\.net|beehaw\.org|sh\.itjust\.works|bird\.makeup|brid\.gy|lor\.sh|wandering\.shop|eldritch\.cafe|tilde\.zone|mamot\.fr|piaille\.fr)$/;
/** Names that a fediverse server often has, and a mail domain may have too. */
const PERHAPS_FEDIVERSE = /\.social$|^social\./;
const CHAT = /^(?:[gc]\.us|s\.whatsapp\.net)$|(?:^|\.)(?:jabber|xmpp)\./;
/** What precedes a handle. */
const LABEL = /(?:mastodon|fediverse|fedi|activitypub|pixelfed|lemmy|misskey|xmpp|jabber|jid|acct)\b[^\p{L}\p{N}]*$/iu;
const PROFILE = /^https?:\/\/([^/?#]+)\/(?:web\/)?(?:@|users\/@?)([\w.-]{1,64})(?:@([\w.-]{3,190}))?\/?(?:[?#]|$)/i;

/** No one has accounts of one name on more servers. */
const MAX_SERVERS = 20;

/** The fediverse accounts that a page links to: their names, each with the hosts of its profiles. */
export type LinkedHandles = Map<string, string[]>;

/** Profiles on the page's own site are left out: there, name@host may well be an address. */
export function readLinkedHandles(facts: PageFacts, siteDomain: string | null): LinkedHandles {
  const handles: LinkedHandles = new Map();
  for (const { href } of [...facts.links, ...facts.linkRels]) {
    const match = href.includes('/@') || href.includes('/users/') ? PROFILE.exec(href) : null;
    if (!match) continue;
    const [host = '', name = '', home] = match.slice(1).map((part) => part?.toLowerCase());
    const server = home ?? host;
    if (home === undefined && getDomain(host) === siteDomain) continue;
    const known = handles.get(name);
    if (known) {
      if (known.length < MAX_SERVERS) known.push(server);
    } else handles.set(name, [server]);
  }
  return handles;
}

/** Whether a host takes messages of a network, but no email. */
export function isNetworkHost(domain: string): boolean {
  return FEDIVERSE.test(domain) || CHAT.test(domain);
}

/** Whether an address in text is a handle: the page links to that account, or the words before it or its host say so. */
export function isHandle(
  address: string,
  before: string,
  { handles, siteDomain }: { handles: LinkedHandles; siteDomain: string | null },
): boolean {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1).toLowerCase();
  if (LABEL.test(before)) return true;
  const servers = handles.get(address.slice(0, at).toLowerCase());
  if (servers?.some((server) => server === domain || server.endsWith(`.${domain}`))) return true;
  return PERHAPS_FEDIVERSE.test(domain) && getDomain(domain) !== siteDomain;
}
