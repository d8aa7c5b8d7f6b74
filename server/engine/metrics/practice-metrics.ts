// The metrics endpoint of the practice web.

import { z } from 'zod';
import { OutboundError } from '../../platform/outbound/outbound-error.ts';
import { ProviderError } from '../provider.ts';
import type { PageMetrics, PageMetricsSource } from './page-metrics.ts';

const source = 'practice-web';
const answerSchema = z.object({
  pages: z.array(
    z.object({ url: z.string(), searchTraffic: z.int().min(0).nullable(), trafficValue: z.number().min(0).nullable() }),
  ),
});

/** `metricsUrl`: where the practice web says its metrics are. */
export function practiceMetrics(metricsUrl: string): PageMetricsSource {
  return {
    source,
    // Its addresses are short: twenty stay far below the 16 KB a request may have.
    batch: 20,
    async look(urls, { outbound, signal }) {
      const address = new URL('v1/pages', metricsUrl);
      for (const url of urls) address.searchParams.append('url', url);
      try {
        const response = await outbound.request(address, { ...(signal ? { signal } : {}) });
        const text = await response.text();
        if (response.status !== 200) throw new ProviderError(source, `It answered with status ${response.status}.`);
        return toMap(text);
      } catch (error) {
        if (error instanceof OutboundError && error.code !== 'aborted') {
          throw new ProviderError(source, error.message, { cause: error, retryable: error.retryable });
        }
        throw error;
      }
    },
  };
}

function toMap(text: string): Map<string, PageMetrics> {
  const answer = answerSchema.safeParse(parse(text));
  if (!answer.success) throw new ProviderError(source, 'Its answer cannot be read.', { cause: answer.error });
  return new Map(
    answer.data.pages.flatMap(({ url, searchTraffic, trafficValue }) =>
      searchTraffic === null ? [] : [[url, { searchTraffic, trafficValue }] as const],
    ),
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
