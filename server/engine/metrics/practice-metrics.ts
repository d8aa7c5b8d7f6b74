// The metrics endpoint of the practice web, which states traffic.

import { z } from 'zod';
import { parseJson } from '../../../shared/parse-json.ts';
import { OutboundError } from '../../platform/outbound/outbound-error.ts';
import { type Call, ProviderError } from '../provider.ts';
import type { Figures, MetricsSource } from './figures.ts';

const source = 'practice-web';
/** Its URLs are short: twenty stay well below the 16 KB limit of a request. */
const batch = 20;
const answerSchema = z.object({
  pages: z.array(
    z.object({ url: z.string(), searchTraffic: z.int().min(0).nullable(), trafficValue: z.number().min(0).nullable() }),
  ),
});

/** `metricsUrl`: the practice web's metrics endpoint. */
export function practiceMetrics(metricsUrl: string): MetricsSource {
  return {
    source,
    states: ['searchTraffic', 'trafficValue'],
    async *look(urls, _wanted, call) {
      for (let start = 0; start < urls.length; start += batch) {
        yield await lookAtSome(metricsUrl, urls.slice(start, start + batch), call);
      }
    },
  };
}

async function lookAtSome(metricsUrl: string, urls: readonly string[], { outbound, signal }: Call) {
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
}

function toMap(text: string): Map<string, Figures> {
  const answer = answerSchema.safeParse(parseJson(text));
  if (!answer.success) throw new ProviderError(source, 'Its answer cannot be read.', { cause: answer.error });
  return new Map(
    answer.data.pages.flatMap(({ url, searchTraffic, trafficValue }) =>
      searchTraffic === null ? [] : [[url, { searchTraffic, ...(trafficValue === null ? {} : { trafficValue }) }]],
    ),
  );
}
