// DataForSEO Backlinks: the strongest followed link of each domain to a page. The API is live only, without a queue, so a call
// whose answer is lost is paid for again.
import { z } from 'zod';
import { authorization, dataForSeo, liveTimeoutMs, readTask } from '../vendors/dataforseo.ts';
import { anyNumber, anyText, parseReply, rowsOf } from '../vendors/replies.ts';
import type { StatedBacklink } from './found-backlink.ts';
import type { LinkQuestion, LinkVendor } from './link-vendor.ts';

const figure = anyNumber(-1);
const row = z.object({
  ...{ url_from: z.string(), url_to: z.string().nullish().catch(null), page_from_title: anyText, anchor: anyText },
  ...{ dofollow: z.boolean().catch(true), attributes: z.array(anyText).nullish().catch(null), item_type: anyText },
  ...{ is_lost: z.boolean().catch(false), domain_from_rank: figure, page_from_rank: figure },
});
const results = z.tuple([z.object({ items: z.array(z.unknown()).nullable() })]);
/** Values of `item_type`; the others (canonical, redirect, …) are not links a reader could follow. */
const realLinks: ReadonlySet<string> = new Set(['anchor', 'image', '']);
/** The most a call for this many rows can cost; the answer states the actual price. */
export const mostDollars = (rows: number) => 0.03 + rows * 0.0001;

export const dataForSeoBacklinks: LinkVendor = {
  ...dataForSeo,
  perCall: 1000,
  most: (rows) => ({ maxUnits: rows, maxDollars: mostDollars(rows) }),
  request: (account, asked) => ({
    path: '/v3/backlinks/backlinks/live',
    headers: authorization(account),
    timeoutMs: liveTimeoutMs,
    body: [
      {
        ...{ target: asked.url, mode: 'one_per_domain', backlinks_status_type: 'live', rank_scale: 'one_hundred' },
        ...{ filters: filtersOf(asked), order_by: ['domain_from_rank,desc'], limit: asked.rows },
      },
    ],
  }),
  read(reply) {
    const { cost, result } = readTask(reply);
    const items = parseReply(results, result, dataForSeo.source)[0].items ?? [];
    const links = rowsOf(row).parse(items).flatMap(stated);
    return { answer: { links, rows: items.length, next: null }, units: items.length, dollars: cost };
  },
};

function filtersOf({ minDomainRating, maxDomainRating }: LinkQuestion) {
  const rank = 'domain_from_rank';
  return filterOf([
    ['dofollow', '=', true],
    ...(minDomainRating > 0 ? [[rank, '>=', minDomainRating]] : []),
    ...(maxDomainRating < 100 ? [[rank, '<=', maxDomainRating]] : []),
  ]);
}

/** Joins conditions with "and", as DataForSEO expects; a single one is not wrapped. Undefined if there are none. */
export function filterOf(conditions: readonly unknown[][]): unknown[] | undefined {
  if (conditions.length < 2) return conditions[0];
  return conditions.flatMap((condition, index) => (index === 0 ? [condition] : ['and', condition]));
}

function stated(link: z.infer<typeof row>): StatedBacklink[] {
  if (link.is_lost || !realLinks.has(link.item_type)) return [];
  const attributes = link.attributes?.join(' ') ?? '';
  return [
    {
      ...{ urlFrom: link.url_from, urlTo: link.url_to ?? null, title: link.page_from_title, anchor: link.anchor },
      rel: link.dofollow ? attributes : `nofollow ${attributes}`.trim(),
      ...{ domainRating: link.domain_from_rank, urlRating: link.page_from_rank, searchTraffic: -1, trafficValue: -1 },
    },
  ];
}
