// Ahrefs' batch analysis: the selected columns of each target, null if unknown. Money is in cents.
import type { AhrefsRows } from './ahrefs-backlinks.ts';
import { figuresAsText, type PageFigures, pageFigures } from './page-figures.ts';
import type { StandInRequest } from './stand-in.ts';

/** Columns and their price in units per row. */
const columns: Record<string, { units: number; of(figures: PageFigures): number | null }> = {
  domain_rating: { units: 1, of: ({ domainRating }) => domainRating },
  url_rating: { units: 1, of: ({ urlRating }) => urlRating },
  refdomains: { units: 5, of: ({ referringDomains }) => referringDomains },
  backlinks: { units: 1, of: ({ backlinks }) => backlinks },
  backlinks_dofollow: { units: 1, of: ({ backlinks, nofollow }) => backlinks - nofollow },
  org_traffic: { units: 10, of: ({ searchTraffic }) => searchTraffic },
  org_cost: { units: 10, of: ({ trafficValue }) => (trafficValue === null ? null : trafficValue * 100) },
};
const named = ['url', 'index'];

export function ahrefsBatch({ body, world, mood }: StandInRequest): AhrefsRows {
  const { select, targets } = (body ?? {}) as { select?: unknown; targets?: unknown };
  if (!Array.isArray(select) || select.length === 0) return { error: 'bad select: expected a list of columns' };
  const unknown = select.find((name) => !named.includes(name) && !columns[name]);
  if (unknown !== undefined) return { error: `column '${unknown}' not found` };
  if (!Array.isArray(targets) || targets.length === 0) return { error: 'bad targets: expected a list' };
  if (targets.length > 200) return { error: 'too many targets' };
  if (targets.some((one) => !one?.url || !one?.mode || !one?.protocol)) return { error: 'bad target' };
  const rows = targets.map(({ url }: { url: string }, index) => {
    const figures = pageFigures(world, url);
    const cells = select.map((name) => [
      name,
      { url, index }[name as string] ?? (figures && columns[name]?.of(figures)) ?? null,
    ]);
    return Object.fromEntries(cells) as Record<string, unknown>;
  });
  const unitsPerRow = select.reduce((sum, name) => sum + (columns[name]?.units ?? 1), 0);
  return {
    name: 'targets',
    unitsPerRow,
    rows: mood === 'hostile' ? [...hostileRows, ...rows.map(figuresAsText)] : rows,
  };
}

const hostileRows = [
  { url: 7, domain_rating: 50 },
  { url: 'https://not-asked.example/', domain_rating: 99 },
  { title: 'x'.repeat(1024 * 1024) },
];
