import { Link } from 'react-router';
import { maxContactedDays } from '../../../shared/prospect-values.ts';
import { paths } from '../../paths.ts';
import { Field } from '../../ui/form/field.tsx';
import { Toggle } from '../../ui/form/toggle.tsx';
import { formatNumber } from '../../ui/values/figures.ts';
import type { SearchDraft } from './campaign-form.ts';

interface SkipFieldsProps {
  draft: SearchDraft;
  onDraft: (draft: SearchDraft) => void;
}

/** Which sites the campaign leaves out because of what the user knows about them. */
export function SkipFields({ draft, onDraft }: SkipFieldsProps) {
  const { skip } = draft;
  const set = (change: Partial<SearchDraft['skip']>) => onDraft({ ...draft, skip: { ...skip, ...change } });
  return (
    <fieldset className="rounded-box border border-base-300 px-4 py-3.5">
      <legend className="px-1 text-sm font-medium">Leave out sites you know</legend>
      <div className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
        <Toggle
          label="Already in another campaign"
          checked={skip.inCampaign}
          onChange={(inCampaign) => set({ inCampaign })}
        />
        <Toggle label="Blocked or “do not contact”" checked={skip.blocked} onChange={(blocked) => set({ blocked })} />
        <Toggle
          label="Already linking to my sites"
          checked={skip.linkingToMe}
          onChange={(linkingToMe) => set({ linkingToMe })}
        />
        <Toggle label="Contacted recently" checked={skip.contacted} onChange={(contacted) => set({ contacted })} />
      </div>
      {skip.contacted && (
        <div className="mt-3 max-w-md">
          <Field
            label="Days since the last contact"
            name="contactedDays"
            inputMode="numeric"
            autoComplete="off"
            maxLength={5}
            value={skip.contactedDays}
            onChange={(event) => set({ contactedDays: event.target.value })}
            hint={`Sites contacted within this many days are left out. Up to ${formatNumber(maxContactedDays)}.`}
          />
        </div>
      )}
      <p className="mt-2 text-sm text-base-content/75">
        Sites that are left out cost no credits. Your own sites and competitors are never delivered.{' '}
        <Link to={paths.prospects()} className="text-link">
          Prospects
        </Link>
      </p>
    </fieldset>
  );
}
