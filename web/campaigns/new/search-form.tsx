import { type ReactNode, use, useState } from 'react';
import { settings } from '../../platform/settings.ts';
import { Banner } from '../../ui/banner.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormProblemsContext } from '../../ui/form/form-problems.ts';
import { readSearch, type Source, sentences } from './campaign-form.ts';
import { CostNote } from './cost-note.tsx';
import { SourceChoice } from './source-choice.tsx';
import { useStartCampaign } from './use-start-campaign.tsx';

interface SearchFormProps {
  keyword: string;
  onKeyword: (keyword: string) => void;
  /** The way to the other form. */
  other: ReactNode;
}

const dr = 'DR is Domain Rating: how strong a site is, 0 to 100. Weaker sites are left out.';

export function SearchForm({ keyword, onKeyword, other }: SearchFormProps) {
  const [source, setSource] = useState<Source>('organic');
  const start = useStartCampaign();
  const handleSubmit = async (values: FormData) => {
    const checked = readSearch(values, source);
    if ('problems' in checked) return checked.problems;
    return (await start(checked.campaign))?.problems;
  };
  return (
    <Form submitLabel="Start campaign" onSubmit={handleSubmit} secondary={other}>
      <SourceChoice value={source} onChange={setSource} />
      <Field
        label="Keyword"
        name="keyword"
        autoComplete="off"
        maxLength={200}
        placeholder="best golf courses in america"
        hint="What the pages you want a link from are about."
        value={keyword}
        onChange={(event) => onKeyword(event.target.value)}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <NumberField label="Minimum DR" name="minDR" placeholder="0" max={100} hint={dr} />
        <NumberField label="Maximum DR" name="maxDR" placeholder="100" max={100} hint="Stronger sites are left out." />
        {source === 'magic' && <MagicFields />}
      </div>
      <CostNote source={source} />
    </Form>
  );
}

function MagicFields() {
  const traffic = settings.traffic
    ? 'Visits from search engines a month.'
    : 'Cannot be applied: no source of traffic figures is set up here, and unknown traffic passes.';
  const { fields } = use(FormProblemsContext);
  return (
    <>
      {/* Beside its fields: above the form it would be out of sight. */}
      {(fields?.minWords || fields?.minTraffic) && (
        <div className="-mb-6 sm:col-span-2">
          <Banner tone="error">{sentences.magicFilters}</Banner>
        </div>
      )}
      <NumberField label="Minimum Words" name="minWords" placeholder="500" hint="Shorter pages are left out." />
      <NumberField label="Minimum Traffic" name="minTraffic" placeholder="100" hint={traffic} />
    </>
  );
}

interface NumberFieldProps {
  label: string;
  name: string;
  placeholder: string;
  max?: number;
  hint: string;
}

function NumberField({ label, name, placeholder, max, hint }: NumberFieldProps) {
  return (
    <Field
      type="number"
      inputMode="numeric"
      min={0}
      max={max}
      step={1}
      autoComplete="off"
      label={label}
      name={name}
      placeholder={placeholder}
      hint={hint}
    />
  );
}
