// DataForSEO's ranks, link counts and traffic. Ranks are requested on a scale of 0 to 100 rather than 0 to 1,000. It does not
// state the value of traffic.
import { z } from 'zod';
import { domainOf } from '../pages/page-url.ts';
import type { Call } from '../provider.ts';
import { askInBatches, type BatchQuestion } from '../vendors/ask-in-batches.ts';
import { authorization, dataForSeo, liveTimeoutMs, readTask } from '../vendors/dataforseo.ts';
import { nonsense, rowsOf } from '../vendors/replies.ts';
import type { VendorContext, VendorReply } from '../vendors/vendor.ts';
import type { FigureName, Figures, MetricsSource } from './figures.ts';
import { byItem, figuresBy, figuresSchema, knownFigures, statedFigure } from './stated-figures.ts';

const { source } = dataForSeo;
const rankScale = 'one_hundred';
/** The most a call can cost; the answer states the actual price. */
const mostDollars = { call: 0.03, row: 0.0002 };

const rankRow = z.object({ target: z.string(), rank: statedFigure });
const trafficRow = z.object({
  target: z.string(),
  metrics: z.object({ organic: z.object({ etv: statedFigure }) }),
});
const summaryRow = z.object({
  url: z.string(),
  rank: statedFigure,
  main_domain_rank: statedFigure,
  backlinks: statedFigure,
  referring_domains: statedFigure,
  referring_pages_nofollow: statedFigure,
  referring_links_attributes: z.object({ nofollow: statedFigure }).catch({ nofollow: -1 }),
});

type Lifetime = { lifetimeSeconds: number };
const linkFigures: readonly FigureName[] = ['referringDomains', 'dofollowBacklinks', 'totalBacklinks'];

/** Ratings and link counts. Summaries state both; if only ratings are missing, the cheaper ranks are requested. */
export function dataForSeoRatings(context: VendorContext, lifetime: Lifetime): MetricsSource {
  const ranks = bulkQuestion(context, lifetime, {
    path: '/v3/backlinks/bulk_ranks/live',
    size: 1000,
    more: { rank_scale: rankScale },
    read(reply, items) {
      const rows = rowsIn(reply, rankRow);
      // The target is a page or a domain, as requested. The rating of a home page is not the one of its domain.
      const ratingsOf = (name: 'urlRating' | 'domainRating', isMeant: (target: string) => boolean) =>
        byItem(
          items.filter(isMeant),
          rows.filter(({ target }) => isMeant(target)),
          ({ target, rank }) => ({ item: target, figures: knownFigures({ [name]: rank }) }),
        );
      const ofDomains = ratingsOf('domainRating', (target) => !isPage(target));
      return new Map([...ofDomains, ...ratingsOf('urlRating', isPage)]);
    },
  });
  const summaries = bulkQuestion(context, lifetime, {
    path: '/v3/backlinks/bulk_pages_summary/live',
    // A call may name at most 100 domains, so a hundred pages always fit.
    size: 100,
    more: { rank_scale: rankScale },
    read: (reply, items) => byItem(items, rowsIn(reply, summaryRow), readSummary),
  });
  return {
    source,
    states: ['domainRating', 'urlRating', ...linkFigures],
    look: (urls, wanted, call) =>
      linkFigures.some((name) => wanted.includes(name))
        ? askInBatches(context, summaries, urls, call)
        : lookAtRanks({ context, ranks, wanted }, urls, call),
  };
}

/** Visits from all countries. */
export function dataForSeoTraffic(context: VendorContext, lifetime: Lifetime): MetricsSource {
  const question = bulkQuestion(context, lifetime, {
    path: '/v3/dataforseo_labs/google/bulk_traffic_estimation/live',
    size: 1000,
    more: { item_types: ['organic'] },
    read: (reply, items) =>
      byItem(items, rowsIn(reply, trafficRow), ({ target, metrics }) => ({
        item: target,
        figures: knownFigures({ searchTraffic: metrics.organic.etv }),
      })),
  });
  return {
    source,
    states: ['searchTraffic'],
    look: (urls, _wanted, call) => askInBatches(context, question, urls, call),
  };
}

interface Bulk {
  path: string;
  size: number;
  more: object;
  read(reply: VendorReply, items: readonly string[]): Map<string, Figures>;
}

function bulkQuestion(context: VendorContext, { lifetimeSeconds }: Lifetime, bulk: Bulk): BatchQuestion<Figures> {
  return {
    ...{ capability: 'metrics', about: bulk.path, size: bulk.size, schema: figuresSchema, lifetimeSeconds },
    most: (items) => ({ maxUnits: items, maxDollars: mostDollars.call + items * mostDollars.row }),
    request: (items) => ({
      path: bulk.path,
      headers: authorization(context.account),
      body: [{ targets: items, ...bulk.more }],
      timeoutMs: liveTimeoutMs,
    }),
    read(reply, items) {
      const { cost } = readTask(reply);
      return { answers: bulk.read(reply, items), units: items.length, dollars: cost };
    },
  };
}

const result = z.tuple([z.object({ items: z.unknown() })]);

function rowsIn<Row>(reply: VendorReply, row: z.ZodType<Row>): Row[] {
  const parsed = result.safeParse(readTask(reply).result);
  const rows = rowsOf(row)
    .nullable()
    .safeParse(parsed.data?.[0].items ?? null);
  if (!parsed.success || !rows.success) throw nonsense(source);
  return rows.data ?? [];
}

function readSummary(row: z.infer<typeof summaryRow>) {
  const { nofollow } = row.referring_links_attributes;
  // Counts links if stated, otherwise pages.
  const notFollowed = nofollow >= 0 ? nofollow : row.referring_pages_nofollow;
  const isCounted = row.backlinks >= 0 && notFollowed >= 0;
  return {
    item: row.url,
    figures: knownFigures({
      domainRating: row.main_domain_rank,
      urlRating: row.rank,
      referringDomains: row.referring_domains,
      dofollowBacklinks: isCounted ? Math.max(0, row.backlinks - notFollowed) : -1,
      totalBacklinks: row.backlinks,
    }),
  };
}

const isPage = (target: string) => /^https?:\/\//i.test(target);

/** Asks about domains and pages together. */
async function* lookAtRanks(
  { context, ranks, wanted }: { context: VendorContext; ranks: BatchQuestion<Figures>; wanted: readonly FigureName[] },
  urls: readonly string[],
  call: Call,
): AsyncGenerator<Map<string, Figures>> {
  const domains = wanted.includes('domainRating') ? urls.map(domainOf) : [];
  const pages = wanted.includes('urlRating') ? urls : [];
  for await (const found of askInBatches(context, ranks, [...domains, ...pages], call)) {
    yield figuresBy(urls, (url) => {
      const ofDomain = wanted.includes('domainRating') ? found.get(domainOf(url)) : {};
      return knownFigures({ ...ofDomain, ...found.get(url) });
    });
  }
}
