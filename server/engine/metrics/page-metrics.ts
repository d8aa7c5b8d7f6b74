// Monthly search traffic of pages and what it is worth. Each neighbour file is one source; the order given is the order
// of trust. Nothing is ever estimated here: what no source states is not known.

import { type Call, ProviderError } from '../provider.ts';

export interface PageMetrics {
  /** Visits a month. */
  searchTraffic: number;
  /** What they would cost as advertising, in US dollars a month; null where a source does not say. */
  trafficValue: number | null;
}

export interface PageMetricsSource {
  readonly source: string;
  /** How many pages one request may ask for. */
  readonly batch: number;
  /** Metrics by address; addresses it knows nothing of are left out. Throws ProviderError when it could not look. */
  look(urls: readonly string[], call: Call): Promise<Map<string, PageMetrics>>;
}

/**
 * What the sources say about these pages: each source is asked for what those before it did not know. Throws
 * ProviderError when every source failed; with no source at all the answer is empty.
 */
export async function pageMetrics(
  sources: readonly PageMetricsSource[],
  urls: readonly string[],
  call: Call,
): Promise<Map<string, PageMetrics>> {
  const found = new Map<string, PageMetrics>();
  const failures: ProviderError[] = [];
  for (const source of sources) {
    const open = urls.filter((url) => !found.has(url));
    try {
      for (let start = 0; start < open.length; start += source.batch) {
        const answer = await source.look(open.slice(start, start + source.batch), call);
        for (const [url, metrics] of answer) found.set(url, metrics);
      }
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      failures.push(error);
      call.log.warn({ provider: source.source, err: error }, 'a provider could not look');
    }
  }
  const [first] = failures;
  if (first !== undefined && failures.length === sources.length && urls.length > 0) throw first;
  return found;
}
