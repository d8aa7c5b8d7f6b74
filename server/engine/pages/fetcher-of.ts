// The one page fetcher of a process, so that all its jobs together stay polite to a host and read a robots file once.
import type { Context } from '../../platform/context.ts';
import { botUserAgent } from './bot.ts';
import { createPageFetcher, type PageFetcher } from './fetch-page.ts';

type Parts = Pick<Context, 'config' | 'outbound' | 'practice'>;

const fetchers = new WeakMap<Context['outbound'], PageFetcher>();

/** Always the same fetcher for the same door. */
export function pageFetcherOf({ config, outbound, practice }: Parts): PageFetcher {
  const known = fetchers.get(outbound);
  if (known) return known;
  const fetcher = createPageFetcher({
    outbound,
    userAgent: botUserAgent(config.web.siteUrl),
    // Nobody's server suffers on the practice web.
    ...(practice ? { pauseMs: 0 } : {}),
  });
  fetchers.set(outbound, fetcher);
  return fetcher;
}
