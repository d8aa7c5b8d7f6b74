import { SlidersHorizontal } from 'lucide-react';
import { type ComponentProps, useId, useRef, useState } from 'react';
import { removalReasons, removalTexts } from '../../../shared/lead-values.ts';
import { type LinkFilter, linkFilters } from '../../../shared/link-check-values.ts';
import { sourceName } from '../../../shared/source-names.ts';
import { groupNames, signalLabels } from '../../../shared/triage-names.ts';
import { groupFilters, signalNames } from '../../../shared/triage-values.ts';
import { PopoverBox } from '../../ui/overlay/popover-box.tsx';
import type { FilterField, ListFilterState } from './use-list-filter.ts';

export type FilterKind = 'dr' | 'traffic' | 'source' | 'site' | 'link' | 'triage' | 'tag' | 'reason' | 'note';

interface FilterButtonProps {
  state: ListFilterState;
  kinds: readonly FilterKind[];
  /** Those of the rows. */
  sources: readonly string[];
  tags: readonly string[];
}

/** Opens the filters of a list. They apply at once. */
export function FilterButton({ state, kinds, sources, tags }: FilterButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const handleClear = () => {
    state.clear();
    setOpen(false);
    button.current?.focus();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={`filter-button btn ${state.count > 0 ? 'btn-current' : 'btn-plain'}`}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <SlidersHorizontal className="size-4" aria-hidden="true" />
        <span className="filter-button-label">Filters</span>
        {state.count > 0 && ` (${state.count})`}
      </button>
      {isOpen && (
        <PopoverBox button={button} onClose={() => setOpen(false)}>
          <div className="filter-fields">
            {kinds.includes('dr') && <Range title="DR" name="dr" most={100} {...{ state }} />}
            {kinds.includes('traffic') && <Range title="Traffic" name="traffic" {...{ state }} />}
            {kinds.includes('source') && (
              <Choice title="Source" field="source" {...{ state }} options={bySource(sources)} />
            )}
            {kinds.includes('site') && <Choice title="Site" field="site" {...{ state }} options={siteOptions} />}
            {kinds.includes('link') && <Choice title="Link" field="link" {...{ state }} options={linkOptions} />}
            {kinds.includes('triage') && (
              <>
                <Choice title="Group" field="group" {...{ state }} options={groupOptions} />
                <Choice title="Signal" field="signal" {...{ state }} options={signalOptions} />
              </>
            )}
            {kinds.includes('tag') && (
              <Choice title="Tag" field="tag" {...{ state }} options={tags.map((tag) => ({ value: tag, name: tag }))} />
            )}
            {kinds.includes('reason') && (
              <Choice title="Removed because" field="reason" {...{ state }} options={reasonOptions} />
            )}
            {kinds.includes('note') && <Choice title="Note" field="note" {...{ state }} options={noteOptions} />}
            <button
              type="button"
              className="btn btn-plain btn-sm"
              aria-disabled={state.count === 0}
              onClick={handleClear}
            >
              Clear filters
            </button>
          </div>
        </PopoverBox>
      )}
    </>
  );
}

const siteOptions = [
  { value: 'new', name: 'New to you' },
  { value: 'known', name: 'Known to you' },
];

const linkNames: Record<LinkFilter, string> = {
  dofollow: 'Found, dofollow',
  found: 'Found',
  gone: 'Gone',
  unclear: 'Couldn’t check',
  unchecked: 'Not checked yet',
};
const linkOptions = linkFilters.map((value) => ({ value, name: linkNames[value] }));

const reasonOptions = removalReasons.map((value) => ({ value, name: removalTexts[value] }));

const noteOptions = [
  { value: 'yes', name: 'With a note' },
  { value: 'no', name: 'Without a note' },
];
const groupOptions = groupFilters.map((value) => ({ value, name: groupNames[value] }));
const signalOptions = signalNames.map((value) => ({ value, name: signalLabels[value] }));

const bySource = (sources: readonly string[]) => sources.map((value) => ({ value, name: sourceName(value) }));

interface RangeProps {
  title: string;
  name: 'dr' | 'traffic';
  most?: number;
  state: ListFilterState;
}

function Range({ title, name, most, state: { values, change } }: RangeProps) {
  const input = (field: FilterField, label: string, placeholder: string): ComponentProps<'input'> => ({
    ...{ type: 'number', min: 0, max: most, step: 'any', inputMode: 'decimal', autoComplete: 'off', name: field },
    ...{ 'aria-label': label, placeholder, className: 'input h-9 w-full', value: values[field] },
    onChange: (event) => change({ [field]: event.target.value }),
  });
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-semibold">{title}</legend>
      <div className="flex items-center gap-2">
        <input {...input(`${name}-min`, `Minimum ${title}`, 'from')} />
        <span aria-hidden="true">–</span>
        <input {...input(`${name}-max`, `Maximum ${title}`, 'to')} />
      </div>
    </fieldset>
  );
}

interface ChoiceProps {
  title: string;
  field: 'source' | 'site' | 'link' | 'group' | 'signal' | 'tag' | 'reason' | 'note';
  options: readonly { value: string; name: string }[];
  state: ListFilterState;
}

function Choice({ title, field, options, state: { values, change } }: ChoiceProps) {
  const id = useId();
  const value = values[field];
  // A URL may name a source that this list doesn't have; then the filter must be visible nevertheless.
  const isMissing = value !== '' && !options.some((option) => option.value === value);
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-semibold">
        {title}
      </label>
      <select
        id={id}
        name={field}
        autoComplete="off"
        className="input h-9 w-full appearance-auto pr-2"
        value={value}
        onChange={(event) => change({ [field]: event.target.value })}
      >
        <option value="">Any</option>
        {isMissing && <option value={value}>{value}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </select>
    </div>
  );
}
