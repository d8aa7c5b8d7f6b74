// Reads the pages of a user's own list politely: one page per host at a time, several hosts at once.
import pLimit from 'p-limit';
import type { FetchOutcome } from '../engine/pages/fetch-outcome.ts';
import type { PageFetcher } from '../engine/pages/fetch-page.ts';
import type { UnreadPage } from './backlinks.store.ts';

/** title: the page's own title. problem: why it cannot be read. later: the site may answer next time. */
export type PageLook =
  | { page: UnreadPage; title: string }
  | { page: UnreadPage; problem: string }
  | { page: UnreadPage; later: string };

const hostsAtOnce = 8;

export interface Reading {
  signal: AbortSignal;
  /** Wraps the work on each page. */
  during<Result>(page: UnreadPage, work: () => Promise<Result>): Promise<Result>;
  /** Called with each result as soon as it is available. */
  onLook(look: PageLook): Promise<void>;
}

/** Throws the signal's reason. */
export async function readPages(
  fetcher: PageFetcher,
  pages: readonly UnreadPage[],
  { signal, during, onLook }: Reading,
): Promise<void> {
  const byHost = Map.groupBy(pages, ({ url }) => new URL(url).host);
  await pLimit(hostsAtOnce).map(byHost.values(), async (ofHost) => {
    for (const page of ofHost) {
      const outcome = await during(page, () => fetcher.fetchPage(page.url, { signal }));
      await onLook({ page, ...lookOf(outcome) });
    }
  });
}

function lookOf(outcome: FetchOutcome) {
  if (outcome.kind === 'page') {
    const { title, meta } = outcome.page.facts;
    return { title: title || (meta.get('og:title')?.[0] ?? '') };
  }
  if (outcome.kind === 'could-not-look') return { later: outcome.message };
  return { problem: outcome.kind === 'not-modified' ? 'The site did not send this page.' : outcome.message };
}
