import { type ReactNode, use } from 'react';
import { settings } from '../../platform/settings.ts';
import { Banner } from '../../ui/banner.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormProblemsContext } from '../../ui/form/form-problems.ts';
import { draftNames, keywordsOf, readSearch, type SearchDraft, sentences } from './campaign-form.ts';
import { CostNote, NoCreditsNote } from './cost-note.tsx';
import { KeywordField } from './keyword-field.tsx';
import { MagicDialog } from './magic-dialog.tsx';
import { PlaceFields, usePlace } from './place-fields.tsx';
import { SkipFields } from './skip-fields.tsx';
import { SourceChoice } from './source-choice.tsx';
import { SourcesNote } from './sources-note.tsx';
import { TargetingFields } from './targeting-fields.tsx';
import { useMagicPrice } from './use-magic-price.ts';
import { useStartCampaign } from './use-start-campaign.tsx';

interface SearchFormProps {
  /** Kept by the page, so that it survives switching to the other form. */
  draft: SearchDraft;
  onDraft: (draft: SearchDraft) => void;
  /** The link to the other form. */
  other: ReactNode;
}

const dr = 'DR is Domain Rating: how strong a site is, 0 to 100. Weaker sites are left out.';
/** Whether unknown DR passes the filter; said before anything is paid for. */
const unknownRatings = () =>
  settings.sources?.unknown.includes('ratings')
    ? 'No DR source is set up, so most sites have no DR. Sites without a DR are always kept.'
    : 'Sites with an unknown DR are always kept.';

export function SearchForm({ draft, onDraft, other }: SearchFormProps) {
  const { source } = draft;
  const count = Math.max(1, keywordsOf(draft).length);
  const start = useStartCampaign(draftNames.search);
  const magic = useMagicPrice();
  const place = usePlace(draft);
  const hasPlace = settings.places && source === 'organic';
  const handleSubmit = async () => {
    const checked = readSearch(draft, hasPlace ? place : null);
    if ('problems' in checked) return checked.problems;
    return source === 'magic' ? magic.ask(checked.campaign) : (await start(checked.campaign))?.problems;
  };
  return (
    <>
      <Form
        submitLabel={count > 1 ? `Start ${count} campaigns` : 'Start campaign'}
        onSubmit={handleSubmit}
        secondary={other}
      >
        <NoCreditsNote />
        <SourceChoice value={source} onChange={(chosen) => onDraft({ ...draft, source: chosen })} />
        <KeywordField {...{ draft, onDraft }} />
        <div className="grid gap-5 sm:grid-cols-2">
          <NumberField {...{ draft, onDraft }} label="Minimum DR" name="minDR" placeholder="0" hint={dr} />
          <NumberField
            {...{ draft, onDraft }}
            label="Maximum DR"
            name="maxDR"
            placeholder="100"
            hint="Stronger sites are left out."
          />
          <p className="-mt-2 text-sm text-base-content/75 sm:col-span-2">{unknownRatings()}</p>
          {hasPlace && <PlaceFields {...{ draft, onDraft }} />}
          {source === 'magic' && <MagicFields {...{ draft, onDraft }} />}
        </div>
        <TargetingFields {...{ draft, onDraft }} />
        <SkipFields {...{ draft, onDraft }} />
        <SourcesNote source={source} />
        <CostNote source={source} campaigns={count} />
      </Form>
      {/* Not inside: a dialog has a form of its own. */}
      {magic.toConfirm && (
        <MagicDialog
          {...magic.toConfirm}
          onStart={async (campaign) => (await start(campaign))?.problems}
          onClose={magic.close}
        />
      )}
    </>
  );
}

type DraftProps = Omit<SearchFormProps, 'other'>;

function MagicFields(props: DraftProps) {
  const traffic = settings.traffic
    ? 'Monthly visits from search engines. Pages with unknown traffic are left out.'
    : 'Not applied: no traffic source is set up, so pages with unknown traffic are kept.';
  const { fields } = use(FormProblemsContext);
  return (
    <>
      {/* Next to its fields: above the form it would be out of sight. */}
      {[fields?.minWords, fields?.minTraffic].includes(sentences.aboveZero) && (
        <div className="-mb-6 sm:col-span-2">
          <Banner tone="error">{sentences.magicFilters}</Banner>
        </div>
      )}
      <NumberField
        {...props}
        label="Minimum Words"
        name="minWords"
        placeholder="500"
        hint="Shorter pages are left out."
      />
      <NumberField {...props} label="Minimum Traffic" name="minTraffic" placeholder="100" hint={traffic} />
    </>
  );
}

interface NumberFieldProps extends DraftProps {
  label: string;
  name: 'minDR' | 'maxDR' | 'minWords' | 'minTraffic';
  placeholder: string;
  hint: string;
}

/** A text field, because an input of type "number" hides what it can't parse (read-whole-number.ts). */
function NumberField({ draft, onDraft, name, ...field }: NumberFieldProps) {
  return (
    <Field
      {...field}
      name={name}
      inputMode="numeric"
      autoComplete="off"
      maxLength={20}
      value={draft[name]}
      onChange={(event) => onDraft({ ...draft, [name]: event.target.value })}
    />
  );
}
