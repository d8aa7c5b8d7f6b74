// The one page fetcher of a process, so that all its jobs together read a robots file once. Pauses and rests of hosts are
// shared with every other process.
import type { Context } from '../../platform/context.ts';
import { botUserAgent } from './bot.ts';
import { createPageFetcher, type SiteFetcher } from './fetch-page.ts';
import { sharedHosts } from './fetching/page-hosts.store.ts';

type Parts = Pick<Context, 'config' | 'db' | 'outbound'> & { practice?: unknown };

const fetchers = new WeakMap<Context['outbound'], SiteFetcher>();

/** Always the same fetcher for the same door. */
export function pageFetcherOf({ config, db, outbound, practice }: Parts): SiteFetcher {
  const known = fetchers.get(outbound);
  if (known) return known;
  const fetcher = createPageFetcher({
    outbound,
    userAgent: botUserAgent(config.web.siteUrl),
    hosts: sharedHosts(db.kysely),
    // Nobody's server suffers on the practice web.
    ...(practice ? { pauseMs: 0 } : {}),
  });
  fetchers.set(outbound, fetcher);
  return fetcher;
}
