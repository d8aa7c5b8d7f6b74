// Looks at the pages of a user's own list: politely, one page of a host at a time, several hosts at once.
import type { FetchOutcome } from '../engine/pages/fetch-outcome.ts';
import type { PageFetcher } from '../engine/pages/fetch-page.ts';
import type { UnreadPage } from './backlinks.store.ts';

/** title: what the page calls itself. problem: why it cannot be read. later: the site may answer when asked again. */
export type PageLook =
  | { page: UnreadPage; title: string }
  | { page: UnreadPage; problem: string }
  | { page: UnreadPage; later: string };

const hostsAtOnce = 8;

/** Tells each look as soon as it is had. Throws the signal's reason. */
export async function readPages(
  fetcher: PageFetcher,
  pages: readonly UnreadPage[],
  { signal, onLook }: { signal: AbortSignal; onLook(look: PageLook): Promise<void> },
): Promise<void> {
  const byHost = Map.groupBy(pages, ({ url }) => new URL(url).host);
  const rest = byHost.values();
  async function readRest(): Promise<void> {
    for (const ofHost of rest) {
      for (const page of ofHost) await onLook({ page, ...lookOf(await fetcher.fetchPage(page.url, { signal })) });
    }
  }
  await Promise.all(Array.from({ length: hostsAtOnce }, readRest));
}

function lookOf(outcome: FetchOutcome) {
  if (outcome.kind === 'page') {
    const { title, meta } = outcome.page.facts;
    return { title: title || (meta.get('og:title')?.[0] ?? '') };
  }
  if (outcome.kind === 'could-not-look') return { later: outcome.message };
  return { problem: outcome.kind === 'not-modified' ? 'The site did not send this page.' : outcome.message };
}
