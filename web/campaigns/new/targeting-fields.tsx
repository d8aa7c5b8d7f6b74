import { useState } from 'react';
import { footprints, maxResults, maxTerms, periods } from '../../../shared/targeting-values.ts';
import { settings } from '../../platform/settings.ts';
import { Field } from '../../ui/form/field.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { Toggle } from '../../ui/form/toggle.tsx';
import { footprintNames, periodNames } from '../targeting-words.ts';
import type { SearchDraft } from './campaign-form.ts';
import { emptyTargeting, type TargetingDraft } from './targeting-draft.ts';

interface TargetingFieldsProps {
  draft: SearchDraft;
  onDraft: (draft: SearchDraft) => void;
}

/** What the search looks for beyond its keyword. */
export function TargetingFields({ draft, onDraft }: TargetingFieldsProps) {
  const { targeting, source } = draft;
  const [isOpen, setOpen] = useState(!isEmpty(targeting));
  const set = (change: Partial<TargetingDraft>) => onDraft({ ...draft, targeting: { ...targeting, ...change } });
  return (
    <details
      className="rounded-box border border-base-300 px-4 py-3"
      open={isOpen}
      onToggle={({ currentTarget: box }) => {
        // Choices that count are never out of sight, and neither is a message about them.
        if (!box.open && !isEmpty(targeting)) box.open = true;
        setOpen(box.open);
      }}
    >
      <summary className="cursor-pointer text-sm font-medium">
        Refine the search
        <span className="ml-2 font-normal text-base-content/75">{whatCanBeRefined(source)}</span>
      </summary>
      <div className="mt-4 grid gap-x-6 gap-y-4 sm:grid-cols-2">
        <WordsField
          label="Words to include"
          name="include"
          placeholder="walking, public course"
          hint={`Every page must contain all of them. Separate up to ${maxTerms} words or phrases with commas.`}
          value={targeting.include}
          onChange={(include) => set({ include })}
        />
        <WordsField
          label="Words to exclude"
          name="exclude"
          placeholder="casino, mini golf"
          hint="Pages with any of them are left out."
          value={targeting.exclude}
          onChange={(exclude) => set({ exclude })}
        />
      </div>
      {source === 'organic' && <OrganicFields targeting={targeting} set={set} />}
    </details>
  );
}

const whatCanBeRefined = (source: SearchDraft['source']) =>
  source === 'organic' ? 'Words, kinds of pages, number of results' : 'Words to include or exclude';

const isEmpty = (targeting: TargetingDraft) => JSON.stringify(targeting) === JSON.stringify(emptyTargeting);

interface WordsFieldProps {
  label: string;
  name: 'include' | 'exclude';
  placeholder: string;
  hint: string;
  value: string;
  onChange: (typed: string) => void;
}

function WordsField({ onChange, ...field }: WordsFieldProps) {
  return (
    <Field
      {...field}
      autoComplete="off"
      autoCapitalize="none"
      maxLength={700}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

interface PartProps {
  targeting: TargetingDraft;
  set: (change: Partial<TargetingDraft>) => void;
}

function OrganicFields({ targeting, set }: PartProps) {
  const { footprints: chosen } = targeting;
  return (
    <>
      <fieldset className="mt-4">
        <legend className="mb-1 text-sm font-semibold">Kinds of pages</legend>
        <div className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
          {footprints.map((one) => (
            <Toggle
              key={one}
              label={footprintNames[one]}
              checked={chosen.includes(one)}
              onChange={(isChosen) =>
                set({ footprints: footprints.filter((other) => (other === one ? isChosen : chosen.includes(other))) })
              }
            />
          ))}
        </div>
        <p className="mt-1 text-sm text-base-content/75">Choose none to find all kinds.</p>
      </fieldset>
      <div className="mt-4 grid gap-x-6 gap-y-4 sm:grid-cols-2">
        <Field
          label="Number of results"
          name="results"
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          placeholder={String(maxResults)}
          hint={`Up to ${maxResults}, best first.`}
          value={targeting.results}
          onChange={(event) => set({ results: event.target.value })}
        />
        {settings.dates !== null && <DateFields targeting={targeting} set={set} />}
      </div>
    </>
  );
}

const periodOptions = [
  { value: 'any', name: 'Any time' },
  ...periods.map((period) => ({ value: period, name: periodNames[period] })),
];
const rangeOption = { value: 'range', name: 'Between two days' };

function DateFields({ targeting: { published, from, to }, set }: PartProps) {
  const options = settings.dates === 'range' ? [...periodOptions, rangeOption] : periodOptions;
  return (
    <>
      <SelectField
        label="Published"
        name="published"
        autoComplete="off"
        hint="Pages whose date the search engine doesn’t know are left out."
        options={options}
        value={published}
        onChange={(event) => set({ published: event.target.value as TargetingDraft['published'] })}
      />
      {published === 'range' && (
        <>
          <Field
            label="First day"
            name="from"
            type="date"
            autoComplete="off"
            value={from}
            onChange={(event) => set({ from: event.target.value })}
          />
          <Field
            label="Last day"
            name="to"
            type="date"
            autoComplete="off"
            value={to}
            onChange={(event) => set({ to: event.target.value })}
          />
        </>
      )}
    </>
  );
}
