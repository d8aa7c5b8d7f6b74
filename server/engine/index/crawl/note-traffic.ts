// Stores the traffic that metrics sources state for a domain's pages, so that a search can filter by it. If no source can be
// reached, stored values stay.

import { sql } from 'kysely';
import type { Kdb } from '../../../platform/db.ts';
import { findFigures, type MetricsSource } from '../../metrics/figures.ts';
import { type Call, ProviderError } from '../../provider.ts';
import { rows } from '../rows.ts';

const PAGES_AT_ONCE = 500;

/** Throws the signal's reason, or database errors. */
export async function noteTraffic(
  db: Kdb,
  request: { domain: string; metrics: readonly MetricsSource[]; call: Call },
): Promise<void> {
  if (request.metrics.length === 0) return;
  for (let last = 0; ; ) {
    const pages = await listedPages(db, request.domain, last);
    const end = pages.at(-1);
    if (end === undefined) return;
    last = end.id;
    try {
      const gaps = pages.map(({ url }) => ({ url, unknown: ['searchTraffic', 'trafficValue'] as const }));
      const { byUrl, failures } = await findFigures(request.metrics, gaps, request.call);
      if (failures.length > 0) return;
      const list = pages.map(({ id, url }) => {
        const { searchTraffic, trafficValue } = byUrl.get(url) ?? {};
        return { id, traffic: searchTraffic?.value ?? null, value: trafficValue?.value ?? null };
      });
      await write(db, list);
    } catch (error) {
      if (error instanceof ProviderError) return;
      throw error;
    }
  }
}

async function listedPages(db: Kdb, domain: string, after: number): Promise<{ id: number; url: string }[]> {
  const { rows: pages } = await sql<{ id: number; url: string }>`
    select page.id, page.url
    from index_domains domain
    join index_pages page on page.domain_id = domain.id
    join index_crawled_pages text on text.url_key = page.url_key
    where domain.name = ${domain} and text.listed and page.id > ${after}
    order by page.id limit ${PAGES_AT_ONCE}`.execute(db);
  return pages;
}

interface PageTraffic {
  id: number;
  traffic: number | null;
  value: number | null;
}

async function write(db: Kdb, list: readonly PageTraffic[]): Promise<void> {
  await sql`
    update index_crawled_pages text set search_traffic = row.traffic, traffic_value = row.value
    from ${rows(list, 'id bigint, traffic integer, value integer')} join index_pages page on page.id = row.id
    where text.url_key = page.url_key and (text.search_traffic, text.traffic_value) is distinct from (row.traffic, row.value)`.execute(
    db,
  );
}
