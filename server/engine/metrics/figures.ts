// The figures Zeus shows about a page, and how sources fill each other's gaps. Each neighboring file is one source; the given
// order is the order of trust. Nothing is estimated here: a figure no source states stays unknown.
import { type Call, needsOperator, ProviderError } from '../provider.ts';

/** Ratings are 0 to 100, traffic is monthly visits, and its value is US dollars per month. */
export const figureNames = [
  'domainRating',
  'urlRating',
  'referringDomains',
  'dofollowBacklinks',
  'totalBacklinks',
  'searchTraffic',
  'trafficValue',
] as const;
export type FigureName = (typeof figureNames)[number];

/** What a source states about a page; missing figures are unknown. */
export type Figures = Partial<Record<FigureName, number>>;

/** `release`: the release of the data that they come from, if the source has several; it becomes part of the stored source. */
export type StatedFigures = Figures & { release?: string };

export interface MetricsSource {
  readonly source: string;
  /** The figures it can state. */
  readonly states: readonly FigureName[];
  /**
   * Figures by URL as they arrive, for those it knows. `wanted` contains only figures that it states. Throws ProviderError; what was
   * yielded before that stands.
   */
  look(urls: readonly string[], wanted: readonly FigureName[], call: Call): AsyncIterable<Map<string, StatedFigures>>;
}

/** A page and the figures still unknown about it. */
export interface Gap {
  url: string;
  unknown: readonly FigureName[];
}

export type SourcedFigures = Partial<Record<FigureName, { value: number; source: string }>>;

export interface FoundFigures {
  byUrl: Map<string, SourcedFigures>;
  /** Errors of sources that could not look; figures they might have known are missing. */
  failures: ProviderError[];
}

/**
 * Asks each source for what the sources before it did not know. Failing sources are skipped. Throws only a ProviderError of kind
 * `pending`, if a source's answer is on its way and the caller `waits` for it; otherwise that source is skipped as well.
 */
export async function findFigures(
  sources: readonly MetricsSource[],
  gaps: readonly Gap[],
  call: Call,
  { waits = true }: { waits?: boolean } = {},
): Promise<FoundFigures> {
  const found: FoundFigures = { byUrl: new Map(), failures: [] };
  for (const source of sources) {
    try {
      for (const { urls, wanted } of questionsFor(source, gaps, found.byUrl)) {
        for await (const some of source.look(urls, wanted, call)) take(found.byUrl, source.source, wanted, some);
      }
    } catch (error) {
      if (!(error instanceof ProviderError) || (error.kind === 'pending' && waits)) throw error;
      found.failures.push(error);
      // Failures that need the operator are logged only once, when they start.
      if (!needsOperator(error)) call.log.warn({ provider: source.source, err: error }, 'a provider could not look');
    }
  }
  return found;
}

/** Whether one of the sources can state the figure. */
export const canState = (sources: readonly MetricsSource[], figure: FigureName) =>
  sources.some(({ states }) => states.includes(figure));

interface Question {
  urls: string[];
  wanted: FigureName[];
}

/** What to ask a source: pages that lack the same figures go into one question. */
function questionsFor(source: MetricsSource, gaps: readonly Gap[], known: FoundFigures['byUrl']): Question[] {
  const questions = new Map<string, Question>();
  for (const { url, unknown } of gaps) {
    const wanted = source.states.filter((name) => unknown.includes(name) && known.get(url)?.[name] === undefined);
    if (wanted.length === 0) continue;
    const key = wanted.join();
    const question = questions.get(key) ?? { urls: [], wanted };
    question.urls.push(url);
    questions.set(key, question);
  }
  return [...questions.values()];
}

function take(
  known: FoundFigures['byUrl'],
  source: string,
  wanted: readonly FigureName[],
  answer: Map<string, StatedFigures>,
): void {
  for (const [url, figures] of answer) {
    const page = known.get(url) ?? {};
    const origin = figures.release === undefined ? source : `${source}:${figures.release}`;
    for (const name of wanted) {
      const value = believableFigure(name, figures[name]);
      if (value !== undefined && page[name] === undefined) page[name] = { value, source: origin };
    }
    known.set(url, page);
  }
}

const isRating = (name: FigureName) => name === 'domainRating' || name === 'urlRating';
/** The largest value of an integer column. */
const maxCount = 2_147_483_647;

/** The figure as Zeus stores it; undefined if invalid. */
function believableFigure(name: FigureName, value: number | undefined): number | undefined {
  if (value === undefined || !Number.isFinite(value) || value < 0) return undefined;
  return isRating(name) ? Math.min(100, Math.round(value * 10) / 10) : Math.min(maxCount, Math.round(value));
}
