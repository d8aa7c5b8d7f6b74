// The page fetcher of a process, so that all its jobs read a robots file once. Pauses and rests of hosts are shared with all
// other processes.
import type { Context } from '../../platform/context.ts';
import { memoizeBy } from '../../platform/memoize-objects.ts';
import { botUserAgent } from './bot.ts';
import { createPageFetcher, type SiteFetcher } from './fetch-page.ts';
import { sharedHosts } from './fetching/page-hosts.store.ts';
import { noteSites } from './note-sites.ts';

type Parts = Pick<Context, 'config' | 'db' | 'outbound'> & { practice?: unknown };

/** Returns the same fetcher for the same outbound client. */
export const pageFetcherOf = memoizeBy(({ outbound }) => outbound, openFetcher);

function openFetcher({ config, db, outbound, practice }: Parts): SiteFetcher {
  const plain = createPageFetcher({
    outbound,
    userAgent: botUserAgent(config.web.siteUrl),
    hosts: sharedHosts(db.kysely),
    // No real server suffers on the practice web.
    ...(practice ? { pauseMs: 0 } : {}),
  });
  return noteSites(plain, db.kysely);
}
