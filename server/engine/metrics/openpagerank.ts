// Open PageRank: a free rating of domains from 0 to 10, based on Common Crawl's links. Zeus multiplies it by ten.
import { z } from 'zod';
import { domainOf } from '../pages/page-url.ts';
import { askInBatches, type BatchQuestion } from '../vendors/ask-in-batches.ts';
import { anyText, cut, nonsense, rowsOf, statusError } from '../vendors/replies.ts';
import { type Vendor, type VendorContext, type VendorReply, vendorError } from '../vendors/vendor.ts';
import type { Figures, MetricsSource } from './figures.ts';
import { byItem, figuresBy, figuresSchema, knownFigures, statedFigure } from './stated-figures.ts';

const source = 'openpagerank';
/** Unknown domains have status 404 and rank 0. */
const row = z.object({ status_code: z.coerce.number(), domain: z.string(), page_rank_decimal: statedFigure });
const answerSchema = z.object({ status_code: z.literal(200), response: rowsOf(row) });
const errorSchema = z.object({ status_code: z.number(), message: anyText });

export const openPageRank: Vendor = {
  source,
  baseUrl: 'https://openpagerank.com',
  // 10,000 calls an hour.
  limits: { perSecond: 5, perMinute: 160, concurrent: 5, dollarsPerDay: 0, dollarsPerMonth: 0, dollarsPerUnit: 0 },
  check: ({ key }) => ({
    request: ranksRequest(key, ['openpagerank.com']),
    read(reply) {
      readRanks(reply);
      return null;
    },
  }),
};

export function openPageRankMetrics(
  context: VendorContext,
  { lifetimeSeconds }: { lifetimeSeconds: number },
): MetricsSource {
  const question: BatchQuestion<Figures> = {
    ...{ capability: 'metrics', about: 'getPageRank', size: 100, schema: figuresSchema, lifetimeSeconds },
    most: () => ({ maxUnits: 1 }),
    request: (domains) => ranksRequest(context.account.key, domains),
    read: (reply, domains) => ({
      units: 1,
      answers: byItem(domains, readRanks(reply), (one) => ({
        item: one.domain,
        figures:
          one.status_code === 200 && one.page_rank_decimal >= 0
            ? knownFigures({ domainRating: one.page_rank_decimal * 10 })
            : undefined,
      })),
    }),
  };
  return {
    source,
    states: ['domainRating'],
    async *look(urls, _wanted, call) {
      for await (const byDomain of askInBatches(context, question, urls.map(domainOf), call)) {
        yield figuresBy(urls, (url) => byDomain.get(domainOf(url)));
      }
    },
  };
}

const ranksRequest = (key: string, domains: readonly string[]) => ({
  path: `/api/v1.0/getPageRank?${new URLSearchParams(domains.map((domain) => ['domains[]', domain]))}`,
  headers: { 'API-OPR': key },
});

/** Failures are stated in the answer as well as in the HTTP status. */
function readRanks(reply: VendorReply): z.infer<typeof row>[] {
  const parsed = answerSchema.safeParse(reply.json);
  if (parsed.success) return parsed.data.response;
  const failure = errorSchema.safeParse(reply.json);
  if (!failure.success) throw reply.status === 200 ? nonsense(source) : statusError(source, reply);
  const { status_code: status, message } = failure.data;
  if (status === 401) throw vendorError(source, 'auth', cut(message));
  throw statusError(source, { ...reply, status }, message);
}
