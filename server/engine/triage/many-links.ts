// So many links to other sites that one more is hardly worth anything.
import { AREA } from '../pages/page-facts.ts';
import type { OutgoingLink } from './outgoing.ts';

/** 7 of 1,579 recorded pages have as many. */
const MANY = 70;
/** More links to one domain lead to a site of the same company, a shop or a library of papers, and count as few. */
const PER_DOMAIN = 10;
/** Buttons to share and follow. */
const SOCIAL =
  /^(?:facebook|fb|twitter|x|t|instagram|linkedin|pinterest|youtube|youtu|tiktok|reddit|whatsapp|telegram|threads|bsky|tumblr|flipboard|vk|xing|weibo|line|addtoany|addthis|disqus|gravatar)\.[a-z.]{2,6}$/;

/** Links in comments are the readers' and don't count. */
export function hasManyLinks(outgoing: readonly OutgoingLink[]): boolean {
  const byDomain = new Map<string, Set<string>>();
  let count = 0;
  for (const { to, domain, area } of outgoing) {
    if (area & AREA.comments || SOCIAL.test(domain)) continue;
    const seen = byDomain.get(domain) ?? new Set();
    if (seen.size >= PER_DOMAIN || seen.has(to)) continue;
    byDomain.set(domain, seen.add(to));
    if (++count >= MANY) return true;
  }
  return false;
}
