// The page fetcher of a process, so that all its jobs read a robots file once. Pauses and rests of hosts are shared with all
// other processes.
import type { Context } from '../../platform/context.ts';
import { botUserAgent } from './bot.ts';
import { createPageFetcher, type SiteFetcher } from './fetch-page.ts';
import { sharedHosts } from './fetching/page-hosts.store.ts';
import { noteSites } from './note-sites.ts';

type Parts = Pick<Context, 'config' | 'db' | 'outbound'> & { practice?: unknown };

const fetchers = new WeakMap<Context['outbound'], SiteFetcher>();

/** Returns the same fetcher for the same outbound client. */
export function pageFetcherOf({ config, db, outbound, practice }: Parts): SiteFetcher {
  const known = fetchers.get(outbound);
  if (known) return known;
  const plain = createPageFetcher({
    outbound,
    userAgent: botUserAgent(config.web.siteUrl),
    hosts: sharedHosts(db.kysely),
    // No real server suffers on the practice web.
    ...(practice ? { pauseMs: 0 } : {}),
  });
  const fetcher = noteSites(plain, db.kysely);
  fetchers.set(outbound, fetcher);
  return fetcher;
}
