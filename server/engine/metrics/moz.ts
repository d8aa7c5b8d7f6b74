// Moz's URL metrics: Domain Authority and Page Authority, both 1 to 100, and link counts. It states no traffic.
import { z } from 'zod';
import { askInBatches, type BatchQuestion } from '../vendors/ask-in-batches.ts';
import { moz, mozFailure, mozToken } from '../vendors/moz.ts';
import { anyText, parseReply, rowsOf } from '../vendors/replies.ts';
import type { VendorContext } from '../vendors/vendor.ts';
import type { Figures, MetricsSource } from './figures.ts';
import { byItem, figuresSchema, knownFigures, statedFigure } from './stated-figures.ts';

const { source } = moz;
const row = z.object({
  ...{ page: z.string(), last_crawled: anyText, domain_authority: statedFigure, page_authority: statedFigure },
  ...{ root_domains_to_page: statedFigure, external_pages_to_page: statedFigure },
  external_nofollow_pages_to_page: statedFigure,
});
const answerSchema = z.object({ results: rowsOf(row) });

export function mozMetrics(context: VendorContext, { lifetimeSeconds }: { lifetimeSeconds: number }): MetricsSource {
  const question: BatchQuestion<Figures> = {
    ...{ capability: 'metrics', about: 'url_metrics', size: 50, schema: figuresSchema, lifetimeSeconds },
    most: (items) => ({ maxUnits: items }),
    request: (urls) => ({
      path: '/url_metrics',
      headers: mozToken(context.account),
      body: { targets: urls.map((url) => url.replace(/^https?:\/\//, '')) },
    }),
    read(reply, urls) {
      if (reply.status !== 200) throw mozFailure(reply);
      const { results } = parseReply(answerSchema, reply.json, source);
      // One row each, including pages Moz does not know.
      return {
        answers: byItem(urls, results, (one) => ({ item: one.page, figures: figuresOf(one) })),
        units: urls.length,
      };
    },
  };
  return {
    source,
    states: ['domainRating', 'urlRating', 'referringDomains', 'dofollowBacklinks', 'totalBacklinks'],
    look: (urls, _wanted, call) => askInBatches(context, question, urls, call),
  };
}

function figuresOf(stated: z.infer<typeof row>): Figures | undefined {
  const { external_pages_to_page: links, external_nofollow_pages_to_page: notFollowed } = stated;
  // Authorities start at 1, so 0 means that Moz has none. For pages Moz never saw, link counts mean nothing.
  const isSeen = stated.last_crawled !== '' || links > 0;
  const authority = (value: number) => (value >= 1 ? value : -1);
  return knownFigures({
    domainRating: authority(stated.domain_authority),
    urlRating: authority(stated.page_authority),
    ...(isSeen
      ? {
          referringDomains: stated.root_domains_to_page,
          dofollowBacklinks: links >= 0 && notFollowed >= 0 ? Math.max(0, links - notFollowed) : -1,
          totalBacklinks: links,
        }
      : {}),
  });
}
