// Ahrefs' batch analysis: all figures of up to a hundred pages in one call. Ahrefs bills each field of each row, so only the
// missing figures are selected.
import { z } from 'zod';
import { ahrefs, ahrefsFailure, ahrefsUnits } from '../vendors/ahrefs.ts';
import { askInBatches, type BatchQuestion } from '../vendors/ask-in-batches.ts';
import { anyNumber, parseReply, rowsOf } from '../vendors/replies.ts';
import { bearer, type VendorContext, type VendorReply } from '../vendors/vendor.ts';
import { type FigureName, type Figures, figureNames, type MetricsSource } from './figures.ts';
import { byItem, figuresSchema, knownFigures, statedFigure } from './stated-figures.ts';

const { source } = ahrefs;
/** Ahrefs' name for each figure, and its price in units per row. */
const fields: Record<FigureName, { name: string; units: number }> = {
  domainRating: { name: 'domain_rating', units: 1 },
  urlRating: { name: 'url_rating', units: 1 },
  referringDomains: { name: 'refdomains', units: 5 },
  dofollowBacklinks: { name: 'backlinks_dofollow', units: 1 },
  totalBacklinks: { name: 'backlinks', units: 1 },
  searchTraffic: { name: 'org_traffic', units: 10 },
  trafficValue: { name: 'org_cost', units: 10 },
};
/** For `url` and `index`, which identify the row. */
const unitsPerRow = 2;
const leastUnits = 50;
const answerSchema = z.object({ targets: rowsOf(z.looseObject({ url: z.string(), index: anyNumber(-1) })) });

export function ahrefsMetrics(context: VendorContext, { lifetimeSeconds }: { lifetimeSeconds: number }): MetricsSource {
  return {
    source,
    states: figureNames,
    look: (urls, wanted, call) => askInBatches(context, batchAnalysis(context, wanted, lifetimeSeconds), urls, call),
  };
}

function batchAnalysis(
  { account }: VendorContext,
  wanted: readonly FigureName[],
  lifetimeSeconds: number,
): BatchQuestion<Figures> {
  const select = wanted.map((figure) => fields[figure].name);
  const unitsOf = (rows: number) =>
    Math.max(leastUnits, rows * wanted.reduce((sum, figure) => sum + fields[figure].units, unitsPerRow));
  return {
    ...{ capability: 'metrics', about: { batch: select }, size: 100, schema: figuresSchema, lifetimeSeconds },
    most: (items) => ({ maxUnits: unitsOf(items) }),
    request: (urls) => ({
      path: '/batch-analysis/batch-analysis',
      headers: bearer(account),
      timeoutMs: 60_000,
      body: {
        select: ['url', 'index', ...select],
        targets: urls.map((url) => ({ url, mode: 'exact', protocol: 'both' })),
        volume_mode: 'monthly',
      },
    }),
    read(reply, urls) {
      const rows = rowsIn(reply);
      const answers = byItem(urls, rows, (row) => ({
        item: row.url,
        index: row.index,
        figures: figuresOf(row, wanted),
      }));
      return { answers, units: ahrefsUnits(reply, unitsOf(urls.length)) };
    },
  };
}

function rowsIn(reply: VendorReply) {
  if (reply.status !== 200) throw ahrefsFailure(reply);
  return parseReply(answerSchema, reply.json, source).targets;
}

/** Null means unknown. Money is in cents. */
function figuresOf(row: Record<string, unknown>, wanted: readonly FigureName[]): Figures | undefined {
  return knownFigures(
    Object.fromEntries(
      wanted.map((figure) => {
        const value = statedFigure.parse(row[fields[figure].name]);
        return [figure, figure === 'trafficValue' ? value / 100 : value];
      }),
    ),
  );
}
