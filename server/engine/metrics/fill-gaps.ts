// Completes rows whose figures are partly unknown (-1) from the metrics sources.
import { type Call, needsOperator, type ProviderError } from '../provider.ts';
import { type FigureName, type FoundFigures, findFigures, type MetricsSource } from './figures.ts';

/** Which source stated a figure, if it is not the row's own. */
export type FigureSources = Partial<Record<FigureName, string>>;

export type Completed<Row> = Row & { figureSources: FigureSources };

/** Why figures are missing that a source might have stated. */
export type FiguresProblem = 'account' | 'unavailable';

export interface Filled<Row> {
  rows: Completed<Row>[];
  /** Null if every source needed could be asked. */
  problem: FiguresProblem | null;
}

type Incomplete = Partial<Record<FigureName, number>> & { figureSources?: FigureSources };

interface Filling<Row> {
  sources: readonly MetricsSource[];
  /** The figures to complete; others stay unchanged. */
  figures: readonly FigureName[];
  urlOf(row: Row): string;
  call: Call;
  /** When the step started. */
  since: Date | null;
}

/** How long a step waits for pending figures, because another job asks the same question or a limit is reached. */
const maxWaitMs = 2 * 60_000;

/**
 * Figures are optional, so a failing source does not throw here. Only a pending answer throws a ProviderError of kind `pending`,
 * for a limited time, so that the job is retried.
 */
export async function fillGaps<Row extends Incomplete>(
  rows: readonly Row[],
  { sources, figures, urlOf, call, since }: Filling<Row>,
): Promise<Filled<Row>> {
  const gaps = rows.map((row) => ({ url: urlOf(row), unknown: figures.filter((name) => (row[name] ?? -1) < 0) }));
  const { byUrl, failures } = await findFigures(sources, gaps, call, { waits: isWorthWaiting(since) });
  return {
    rows: rows.map((row, index) => complete(row, byUrl.get(urlOf(row)) ?? {}, gaps[index]?.unknown ?? [])),
    problem: problemOf(failures),
  };
}

type Shown = Record<'urlRating' | 'searchTraffic' | 'trafficValue', number> & Incomplete;

/**
 * Completes what the lists of backlinks show: the page's rating and traffic, and the value of its traffic only if no source states
 * a rating, since the value is then shown instead.
 */
export async function fillShown<Row extends Shown>(
  rows: readonly Row[],
  filling: Omit<Filling<Row>, 'figures'>,
): Promise<Filled<Row>> {
  const rated = await fillGaps(rows, { ...filling, figures: ['urlRating', 'searchTraffic'] });
  const open = rated.rows.filter(({ urlRating }) => urlRating < 0);
  const valued = await fillGaps<Completed<Row>>(open, { ...filling, figures: ['trafficValue'] });
  const replaced = new Map(open.map((row, index) => [row, valued.rows[index] ?? row]));
  return { rows: rated.rows.map((row) => replaced.get(row) ?? row), problem: rated.problem ?? valued.problem };
}

function complete<Row extends Incomplete>(
  row: Row,
  found: NonNullable<ReturnType<FoundFigures['byUrl']['get']>>,
  unknown: readonly FigureName[],
): Completed<Row> {
  const values: Partial<Record<FigureName, number>> = {};
  const figureSources: FigureSources = { ...row.figureSources };
  for (const name of unknown) {
    const figure = found[name];
    if (!figure) continue;
    values[name] = figure.value;
    figureSources[name] = figure.source;
  }
  return { ...row, ...values, figureSources };
}

function problemOf(failures: readonly ProviderError[]): FiguresProblem | null {
  if (failures.length === 0) return null;
  return failures.some(needsOperator) ? 'account' : 'unavailable';
}

const isWorthWaiting = (since: Date | null) => since !== null && Date.now() - since.getTime() < maxWaitMs;
