// Reads the fields that refine a search. The rules for words are the server's (shared/targeting.ts).
import { readTerms, termsProblem, withoutEmpty } from '../../../shared/targeting.ts';
import type { Targeting } from '../../../shared/targeting-schema.ts';
import { type Footprint, maxResults, type Period, type PublicationDates } from '../../../shared/targeting-values.ts';
import { settings } from '../../platform/settings.ts';
import { readWholeNumber } from './read-whole-number.ts';

/** As typed. */
export interface TargetingDraft {
  readonly include: string;
  readonly exclude: string;
  readonly footprints: readonly Footprint[];
  readonly results: string;
  /** 'any', 'range' with `from` and `to`, or a period. */
  readonly published: 'any' | 'range' | Period;
  readonly from: string;
  readonly to: string;
}

export const emptyTargeting: TargetingDraft = {
  ...{ include: '', exclude: '', footprints: [], results: '' },
  ...{ published: 'any', from: '', to: '' },
};

interface ReadTargeting {
  targeting: Targeting;
  /** By field name. */
  problems: Record<string, string>;
}

/** `keywords`: the words have to go with each of them. Kinds of pages, dates and the number of results are for Organic Search. */
export function readTargeting(draft: TargetingDraft, keywords: readonly string[], isMagic: boolean): ReadTargeting {
  const include = readTerms(draft.include);
  const exclude = readTerms(draft.exclude);
  const problems: Record<string, string> = {};
  for (const keyword of keywords) {
    const problem = termsProblem(keyword, { include, exclude });
    if (problem) problems[problem.field] ??= problem.message;
  }
  if (isMagic) return { targeting: withoutEmpty({ include, exclude }), problems };
  const results = draft.results.trim() === '' ? maxResults : readWholeNumber(draft.results);
  if (typeof results !== 'number' || results < 1 || results > maxResults) {
    problems.results = `Enter a whole number from 1 to ${maxResults}.`;
  }
  const dates = readDates(draft);
  if (dates === 'reversed') problems.to = 'Must not be before the first day.';
  const targeting = withoutEmpty({
    ...{ include, exclude, footprints: [...draft.footprints] },
    ...(dates !== 'reversed' && { dates }),
    ...(typeof results === 'number' && results < maxResults && { results }),
  });
  return { targeting, problems };
}

function readDates({ published, from, to }: TargetingDraft): PublicationDates | 'reversed' | undefined {
  if (settings.dates === null || published === 'any') return;
  if (published !== 'range') return { within: published };
  if (from === '' && to === '') return;
  if (from !== '' && to !== '' && from > to) return 'reversed';
  return { ...(from !== '' && { from }), ...(to !== '' && { to }) };
}
