// The filters of a campaign's list besides its words, kept in the URL. shared/list-filter.ts defines what they match.
import { useCallback, useMemo, useState } from 'react';
import { removalReasons } from '../../../shared/lead-values.ts';
import { linkFilters } from '../../../shared/link-check-values.ts';
import type { ListFilter } from '../../../shared/list-filter.ts';
import { groupFilters, signalNames } from '../../../shared/triage-values.ts';
import { changeAddress, readAddress } from '../../ui/address.ts';

/** The parameters in the URL. */
const fields = [
  ...(['dr-min', 'dr-max', 'traffic-min', 'traffic-max', 'source', 'site', 'link'] as const),
  ...(['group', 'signal', 'tag', 'reason', 'note'] as const),
] as const;
export type FilterField = (typeof fields)[number];

/** As typed or chosen; '' means any. */
type FilterValues = Readonly<Record<FilterField, string>>;

const noValues = Object.fromEntries(fields.map((field) => [field, ''])) as FilterValues;

export interface ListFilterState {
  readonly values: FilterValues;
  readonly filter: ListFilter;
  /** How many are set. */
  readonly count: number;
  readonly change: (change: Partial<FilterValues>) => void;
  readonly clear: () => void;
}

/** `name` distinguishes the lists of one page in the URL. */
export function useListFilter(name: string, onChange: () => void): ListFilterState {
  const [values, setValues] = useState(() => readValues(name));
  const change = useCallback(
    (changed: Partial<FilterValues>) => {
      setValues((before) => ({ ...before, ...changed }));
      changeAddress(Object.fromEntries(Object.entries(changed).map(([field, value]) => [`${name}${field}`, value])));
      onChange();
    },
    [name, onChange],
  );
  const filter = useMemo(() => toFilter(values), [values]);
  const count = Object.values(filter).filter((value) => value !== undefined).length;
  return { values, filter, count, change, clear: () => change(noValues) };
}

function readValues(name: string): FilterValues {
  const query = readAddress();
  return Object.fromEntries(fields.map((field) => [field, query.get(`${name}${field}`) ?? ''])) as FilterValues;
}

function toFilter(values: FilterValues): ListFilter {
  return {
    minDr: toFigure(values['dr-min']),
    maxDr: toFigure(values['dr-max']),
    minTraffic: toFigure(values['traffic-min']),
    maxTraffic: toFigure(values['traffic-max']),
    source: values.source || undefined,
    link: linkFilters.find((one) => one === values.link),
    group: groupFilters.find((one) => one === values.group),
    signal: signalNames.find((one) => one === values.signal),
    known: toChoice(values.site, 'known', 'new'),
    tag: values.tag || undefined,
    reason: removalReasons.find((one) => one === values.reason),
    noted: toChoice(values.note, 'yes', 'no'),
  };
}

function toChoice(value: string, yes: string, no: string): boolean | undefined {
  if (value === yes) return true;
  return value === no ? false : undefined;
}

/** Undefined unless it is a number of at least 0. */
function toFigure(text: string): number | undefined {
  const figure = Number(text);
  return text.trim() !== '' && Number.isFinite(figure) && figure >= 0 ? figure : undefined;
}
