import { useQuery } from '@tanstack/react-query';
import { prospectStates } from '../../../shared/prospect-values.ts';
import { campaignListQuery } from '../../platform/campaign-list.ts';
import { Field } from '../../ui/form/field.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { stateNames } from '../prospect-words.ts';
import { contactFilters, dateFilters, orders, type ProspectView } from './prospect-filter.ts';

interface FilterFieldsProps {
  view: ProspectView;
  onChange: (name: string, value: string) => void;
}

const any = (name: string) => ({ value: '', name });
const stateOptions = [any('All states'), ...prospectStates.map((value) => ({ value, name: stateNames[value] }))];
const contactOptions = [any('With or without'), ...toOptions(contactFilters)];
const dateOptions = [any('Any time'), ...Object.entries(dateFilters).map(([value, { name }]) => ({ value, name }))];
const orderOptions = toOptions(orders);

export function FilterFields({ view, onChange }: FilterFieldsProps) {
  const { data: campaigns = [] } = useQuery(campaignListQuery);
  const campaignOptions = [any('All campaigns'), ...campaigns.map(({ id, keyword }) => ({ value: id, name: keyword }))];
  const field = (label: string, name: string, value: string | undefined, options: typeof stateOptions) => (
    <SelectField
      label={label}
      name={name}
      autoComplete="off"
      options={options}
      value={value ?? ''}
      onChange={(event) => onChange(name, event.target.value)}
    />
  );
  return (
    <div className="mb-4 grid grid-cols-2 gap-4 lg:grid-cols-3">
      <Field
        label="Search"
        name="search"
        type="search"
        autoComplete="off"
        maxLength={200}
        placeholder="example.com"
        value={view.search}
        onChange={(event) => onChange('search', event.target.value)}
      />
      {field('State', 'state', view.state, stateOptions)}
      {field('Campaign', 'campaign', view.campaignId, campaignOptions)}
      {field('Contacts', 'contacts', view.contacts, contactOptions)}
      {field('Dates', 'dates', view.dates, dateOptions)}
      {field('Sort by', 'order', view.order, orderOptions)}
    </div>
  );
}

function toOptions(names: Readonly<Record<string, string>>) {
  return Object.entries(names).map(([value, name]) => ({ value, name }));
}
