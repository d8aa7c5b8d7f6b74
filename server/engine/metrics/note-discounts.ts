// Adds to rows why the Zeus index discounts the rating of their domain, as part of the figure's source.
import { discountedSource } from '../../../shared/rating-discount.ts';
import type { Kdb } from '../../platform/db.ts';
import { findDiscounts } from '../index/ratings/discounts.store.ts';
import { domainOf } from '../pages/page-url.ts';
import type { FigureSources } from './fill-gaps.ts';

interface Rated {
  domainRating: number;
  source?: string;
  figureSources: FigureSources;
}

/** The rows found by a web search have their ratings from the index. */
const own: ReadonlySet<string | undefined> = new Set(['zeus-own', 'by-graph', 'by-search']);

export async function noteDiscounts<Row extends Rated>(
  db: Kdb,
  rated: readonly Row[],
  urlOf: (row: Row) => string,
): Promise<Row[]> {
  const isOwn = (row: Row) => row.domainRating >= 0 && own.has(row.figureSources.domainRating ?? row.source);
  const domains = rated.filter(isOwn).map((row) => domainOf(urlOf(row)));
  const discounts = domains.length > 0 ? await findDiscounts(db, domains) : new Map();
  return rated.map((row) => {
    const discount = isOwn(row) ? discounts.get(domainOf(urlOf(row))) : undefined;
    if (!discount) return row;
    return { ...row, figureSources: { ...row.figureSources, domainRating: discountedSource(discount) } };
  });
}
