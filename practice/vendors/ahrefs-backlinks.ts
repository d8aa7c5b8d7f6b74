// Ahrefs' GET /site-explorer/all-backlinks.
import { compare } from './conditions.ts';
import { type KnownLink, linksTo, onePerSite } from './link-database.ts';
import type { StandInRequest } from './stand-in.ts';

/** The rows and their price, or what is wrong with the call. */
export type AhrefsRows = { name: string; rows: object[]; unitsPerRow: number } | { error: string };

/** The columns the practice web can fill. */
const columns: Record<string, (link: KnownLink) => unknown> = {
  url_from: ({ urlFrom }) => urlFrom,
  url_to: ({ urlTo }) => urlTo,
  title: ({ title }) => title,
  anchor: ({ anchor }) => anchor,
  is_dofollow: ({ rel }) => !rel.includes('nofollow'),
  is_ugc: ({ rel }) => rel.includes('ugc'),
  is_sponsored: ({ rel }) => rel.includes('sponsored'),
  domain_rating_source: ({ domainRating }) => domainRating,
  url_rating_source: ({ urlRating }) => urlRating,
  traffic: ({ traffic }) => traffic,
};
const dearColumns: Record<string, number> = { traffic: 10 };
const operators: Record<string, string> = { eq: '=', neq: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=' };

export function ahrefsBacklinks(request: StandInRequest): AhrefsRows {
  const { query } = request;
  const select = query.get('select')?.split(',') ?? [];
  if (!query.get('target')) return { error: 'missing target' };
  if (select.length === 0) return { error: 'missing select' };
  const [order = '', direction = ''] = (query.get('order_by') ?? 'traffic:desc').split(':');
  const used = new Set([...select, order]);
  const fits = conditionOf(query.get('where'), used);
  const unknown = [...used].find((name) => !(name in columns));
  if (unknown !== undefined) return { error: `bad select: column '${unknown}' not found` };
  if (typeof fits === 'string') return { error: fits };
  const found = linksTo(request, query.get('mode') === 'exact' ? (query.get('target') ?? '') : '').filter(fits);
  const grouped = query.get('aggregation') === '1_per_domain' ? onePerSite(found) : found;
  const value = (link: KnownLink) => Number(columns[order]?.(link));
  const sorted = grouped.toSorted((a, b) => (direction === 'asc' ? value(a) - value(b) : value(b) - value(a)));
  // Hostile rows have no numbers to sort by, so they keep their places.
  const rows = (request.mood === 'hostile' ? grouped : sorted).slice(0, Number(query.get('limit') ?? 1000));
  return {
    name: 'backlinks',
    rows: rows.map((link) => Object.fromEntries(select.map((name) => [name, columns[name]?.(link)]))),
    unitsPerRow: [...used].reduce((sum, name) => sum + (dearColumns[name] ?? 1), 0),
  };
}

type Condition = (link: KnownLink) => boolean;

/** The parsed filter, or a message if it is invalid. Records the columns it uses. */
function conditionOf(where: string | null, used: Set<string>): Condition | string {
  if (where === null) return () => true;
  try {
    return read(JSON.parse(where), used);
  } catch (error) {
    return `bad where: ${String(error)}`;
  }
}

interface Stated {
  and?: Stated[];
  field?: string;
  is?: [string, unknown];
}

function read(stated: Stated, used: Set<string>): Condition {
  const { and, field = '', is } = stated;
  if (and) {
    const conditions = and.map((one) => read(one, used));
    return (link) => conditions.every((fits) => fits(link));
  }
  const operator = operators[is?.[0] ?? ''];
  if (!is || operator === undefined) throw new Error(`unknown operator ${is?.[0]}`);
  used.add(field);
  return (link) => compare(columns[field]?.(link), operator, is[1]) === true;
}
