// Moz's /url_metrics: one row per target, including pages Moz never saw. Pages have no scheme.
import { figuresAsText, pageFigures } from './page-figures.ts';
import type { StandInRequest } from './stand-in.ts';

/** The rows, or null if the targets are invalid. */
export function mozUrlMetrics({ body, world, mood }: StandInRequest): unknown[] | null {
  const { targets } = (body ?? {}) as { targets?: unknown };
  if (!Array.isArray(targets) || targets.length === 0 || targets.length > 50) return null;
  const rows = targets.map(String).map((page) => {
    const figures = pageFigures(world, page);
    const host = page.split('/')[0] ?? '';
    return {
      ...{ page, subdomain: host, root_domain: host, title: '', last_crawled: figures ? '2026-10-01' : '' },
      ...{ http_code: figures ? 200 : 0, page_authority: figures?.urlRating ?? 0, spam_score: 1 },
      ...{ domain_authority: figures?.domainRating ?? 0, link_propensity: 0.01 },
      pages_to_page: figures?.backlinks ?? 0,
      external_pages_to_page: figures?.backlinks ?? 0,
      external_nofollow_pages_to_page: figures?.nofollow ?? 0,
      root_domains_to_page: figures?.referringDomains ?? 0,
    };
  });
  return mood === 'hostile' ? [...hostileRows, ...rows.map(figuresAsText)] : rows;
}

const hostileRows = [
  null,
  { page: 7 },
  { page: 'not-asked.example/', domain_authority: 99 },
  { title: 'x'.repeat(1024 * 1024) },
];
