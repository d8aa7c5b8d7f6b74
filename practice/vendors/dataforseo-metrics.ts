// DataForSEO's bulk calls for ratings, link counts and traffic: up to a thousand targets in the call's single task.
import { figuresAsText, hostRating, pageFigures } from './page-figures.ts';
import type { StandInRequest } from './stand-in.ts';

interface BulkCall {
  /** The name of an invalid field of the task. */
  invalid(data: Record<string, unknown>): string | undefined;
  rows(request: StandInRequest, data: Record<string, unknown>): object[];
  dollarsPerCall: number;
  dollarsPerRow: number;
}

const isPage = (target: string) => /^https?:\/\//.test(target);
const targetsOf = (data: Record<string, unknown>) => (Array.isArray(data.targets) ? data.targets.map(String) : []);
const scaled = (rank: number, { rank_scale: scale }: Record<string, unknown>) =>
  scale === 'one_hundred' ? rank : rank * 10;
const hasTargets = (data: Record<string, unknown>) => {
  const { length } = targetsOf(data);
  return length > 0 && length <= 1000 ? undefined : 'targets';
};
const hostOf = (target: string) => (isPage(target) ? (URL.parse(target)?.hostname ?? '') : target);

const ranks: BulkCall = {
  ...{ dollarsPerCall: 0.02, dollarsPerRow: 0.00003, invalid: hasTargets },
  rows: ({ world }, data) =>
    targetsOf(data).map((target) => {
      const rank = isPage(target) ? pageFigures(world, target)?.urlRating : hostRating(world, target);
      return { target, rank: rank === undefined || rank === null ? null : scaled(rank, data) };
    }),
};

const summaries: BulkCall = {
  ...{ dollarsPerCall: 0.02, dollarsPerRow: 0.00003 },
  invalid: (data) => (new Set(targetsOf(data).map(hostOf)).size > 100 ? 'targets' : hasTargets(data)),
  rows: ({ world }, data) =>
    targetsOf(data).flatMap((url) => {
      const figures = pageFigures(world, url);
      if (!figures) return [];
      const { urlRating, domainRating, backlinks, nofollow, referringDomains } = figures;
      return {
        ...{ type: 'backlinks_bulk_pages_summary', url, rank: scaled(urlRating, data), backlinks },
        ...{ main_domain_rank: scaled(domainRating, data), referring_domains: referringDomains },
        ...{ referring_domains_nofollow: 0, referring_pages: backlinks, referring_pages_nofollow: nofollow },
        ...{ referring_links_attributes: nofollow > 0 ? { nofollow } : null, backlinks_spam_score: 3 },
      };
    }),
};

const traffic: BulkCall = {
  ...{ dollarsPerCall: 0.01, dollarsPerRow: 0.0001, invalid: hasTargets },
  rows: ({ world }, data) =>
    targetsOf(data).flatMap((target) => {
      const visits = pageFigures(world, target)?.searchTraffic;
      if (visits === undefined || visits === null) return [];
      return { se_type: 'google', target, metrics: { organic: { etv: visits + 0.4, count: Math.ceil(visits / 20) } } };
    }),
};

const calls: Record<string, BulkCall> = {
  '/v3/backlinks/bulk_ranks/live': ranks,
  '/v3/backlinks/bulk_pages_summary/live': summaries,
  '/v3/dataforseo_labs/google/bulk_traffic_estimation/live': traffic,
};

export interface BulkAnswer {
  code?: number;
  message?: string;
  cost?: number;
  result?: unknown[] | null;
}

/** Undefined if the path is not one of these calls. */
export function answerBulk(request: StandInRequest, data: Record<string, unknown> | null): BulkAnswer | undefined {
  const call = calls[request.path];
  if (!call) return undefined;
  if (data === null) return { code: 40000, message: 'You can set only one task at a time.' };
  const field = call.invalid(data);
  if (field) return { code: 40501, message: `Invalid Field: '${field}'.` };
  const rows = call.rows(request, data);
  const items = request.mood === 'hostile' ? [...hostileRows, ...rows.map(figuresAsText)] : rows;
  const cost = Number((call.dollarsPerCall + rows.length * call.dollarsPerRow).toFixed(6));
  request.charge(cost);
  return { cost, result: [{ total_count: items.length, items_count: items.length, items }] };
}

/** Malformed rows. */
const hostileRows = [
  null,
  'x'.repeat(1024 * 1024),
  { target: 7, url: 7, rank: 50 },
  { target: 'https://not-asked.example/', url: 'https://not-asked.example/', rank: 99, backlinks: 5 },
];
