// Validates what a search looks for beyond its keyword.
import type { CampaignForm } from '../../../shared/api/campaigns.ts';
import { AppError } from '../../../shared/errors.ts';
import { cleanTerms, termsProblem, withoutEmpty } from '../../../shared/targeting.ts';
import type { Targeting } from '../../../shared/targeting-schema.ts';
import { maxResults, type PublicationDates } from '../../../shared/targeting-values.ts';
import { type DateSupport, supportsDates } from '../../engine/search/publication-dates.ts';

interface Search {
  keyword: string;
  isMagic: boolean;
  /** What the search sources can filter by; read only if the form has dates. */
  dateSupport: () => DateSupport | null;
}

/** Undefined if the user chose nothing. Throws AppError bad-input with a message for the user. */
export function readTargeting(
  { targeting: chosen }: CampaignForm,
  { keyword, isMagic, dateSupport }: Search,
): Targeting | undefined {
  if (!chosen) return;
  const include = cleanTerms(chosen.include ?? []);
  const exclude = cleanTerms(chosen.exclude ?? []);
  const problem = termsProblem(keyword, { include, exclude });
  if (problem) throw new AppError('bad-input', `${names[problem.field]}: ${problem.message}`);
  const footprints = [...new Set(chosen.footprints ?? [])];
  const dates = chosen.dates && readDates(chosen.dates, dateSupport);
  const results = chosen.results === maxResults ? undefined : chosen.results;
  if (isMagic && (footprints.length > 0 || dates || results !== undefined)) {
    throw new AppError('bad-input', 'Kinds of pages, dates and the number of results are for Organic Search only.');
  }
  if (results !== undefined && (results < 1 || results > maxResults)) {
    throw new AppError('bad-input', `The number of results must be from 1 to ${maxResults}.`);
  }
  const targeting = withoutEmpty({ include, exclude, footprints, dates, results });
  return Object.keys(targeting).length > 0 ? targeting : undefined;
}

const names = { include: 'Words to include', exclude: 'Words to exclude' } as const;

/** Undefined for a range without ends. */
function readDates(dates: PublicationDates, dateSupport: Search['dateSupport']): PublicationDates | undefined {
  if (!('within' in dates)) {
    if (dates.from === undefined && dates.to === undefined) return;
    if (dates.from !== undefined && dates.to !== undefined && dates.from > dates.to) {
      throw new AppError('bad-input', 'The first day cannot be after the last day.');
    }
  }
  const support = dateSupport() ?? undefined;
  if (supportsDates(support, dates)) return dates;
  const message =
    support === 'period'
      ? 'The search source in use can only filter by the last day, week, month or year. Please choose one of these.'
      : 'No search source in use can filter by date. Please remove the dates and try again.';
  throw new AppError('bad-input', message);
}
