import type { Kdb } from '../../../platform/db.ts';
import type { SiteFetcher } from '../../pages/fetch-page.ts';

export interface CrawlContext {
  db: { kysely: Kdb };
  fetcher: SiteFetcher;
  renderLinks?: RenderLinks | undefined;
}

/**
 * The URLs a page links to after its scripts have run; null if it could not be rendered. Throws only when the signal ends the
 * call.
 */
export type RenderLinks = (url: string, signal?: AbortSignal) => Promise<string[] | null>;
