// Publication date filters, in the terms of each search engine.
import type { Period, PublicationDates } from '../../../shared/targeting-values.ts';

/** What a source can filter by: any range of days, or only the last day, week, month or year. */
export type DateSupport = 'range' | 'period';

export function supportsDates(support: DateSupport | undefined, dates: PublicationDates | undefined): boolean {
  if (dates === undefined || support === 'range') return true;
  return support === 'period' && 'within' in dates;
}

/** What the given sources offer together; null: nothing. */
export function bestDateSupport(sources: readonly { dates?: DateSupport }[]): DateSupport | null {
  return (['range', 'period'] as const).find((one) => sources.some(({ dates }) => dates === one)) ?? null;
}

/** Before the web. */
const earliest = '1990-01-01';
const today = () => new Date().toISOString().slice(0, 10);

/** A range with both ends, as vendors want it. */
export function wholeRange({ from = earliest, to = today() }: { from?: string | undefined; to?: string | undefined }) {
  return { from, to };
}

const initials: Record<Period, string> = { day: 'd', week: 'w', month: 'm', year: 'y' };

export const initialOf = (period: Period): string => initials[period];

/** Google's `tbs` parameter. */
export function googleDates(dates: PublicationDates): string {
  if ('within' in dates) return `qdr:${initialOf(dates.within)}`;
  const { from, to } = wholeRange(dates);
  return `cdr:1,cd_min:${american(from)},cd_max:${american(to)}`;
}

function american(day: string): string {
  const [year, month, date] = day.split('-').map(Number);
  return `${month}/${date}/${year}`;
}
