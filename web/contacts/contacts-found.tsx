import { Users } from 'lucide-react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { Contact } from '../../shared/contact.ts';
import { contactName } from '../../shared/contact-name.ts';
import { type ListFilter, listMatcher } from '../../shared/list-filter.ts';
import { useCampaignList } from '../campaigns/lists/use-campaign-list.tsx';
import { BlockButton, SiteBadges } from '../prospects/block-site.tsx';
import { useAddressState } from '../ui/address.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Toggle } from '../ui/form/toggle.tsx';
import type { Column } from '../ui/table/column.ts';
import { DataTable } from '../ui/table/data-table.tsx';
import { PageTitle } from '../ui/values/page-title.tsx';
import { emailColumn, nameColumn, positionColumn, statusColumn } from './cells/contact-columns.tsx';
import { SourceIcon } from './cells/source-icon.tsx';
import { contactsTableCuts } from './contacts-table-cuts.ts';
import { hasEmail } from './has-email.ts';
import { usePagerKeys } from './use-pager-keys.ts';

interface Filters {
  onlyValid: boolean;
  onlySelected: boolean;
}

const name = 'contacts-';
const kinds = ['source'] as const;

const toConditions = ({ onlyValid, onlySelected }: Filters): ListFilter => ({
  ...(onlyValid && { valid: true }),
  ...(onlySelected && { selected: true }),
});

/** Rows that were deselected while only selected ones are shown stay. */
function withUnticked(isMatch: (contact: Contact) => boolean, unticked: ReadonlySet<string>) {
  return (contact: Contact) => isMatch(unticked.has(contact.id) ? { ...contact, keep: true } : contact);
}

const columns: readonly Column<Contact>[] = [
  { ...nameColumn, width: 'w-[19%]' },
  { ...positionColumn, width: 'w-[12%]' },
  { ...emailColumn, width: 'w-[21%]' },
  { ...statusColumn, width: 'w-36' },
  {
    id: 'backlink',
    header: 'Backlink',
    narrow: 'wide',
    cell: ({ backlink_id: { url_from, title, domain } }) => (
      <PageTitle url={url_from} title={title} cuts={contactsTableCuts}>
        <SiteBadges domain={domain} />
      </PageTitle>
    ),
    sortBy: ({ backlink_id }) => backlink_id.title || backlink_id.url_from,
  },
  {
    id: 'source',
    header: 'Source',
    width: 'w-17',
    cell: ({ source }) => <SourceIcon source={source} />,
    sortBy: ({ source }) => source,
  },
  {
    id: 'block',
    header: '',
    width: 'w-14',
    narrow: 'corner',
    cell: ({ backlink_id: { domain } }) => <BlockButton domain={domain} />,
  },
];

interface ContactsFoundProps {
  campaignId: string;
  contacts: readonly Contact[];
  /** Shown in the bar above the table. */
  viewButtons: ReactNode;
}

export function ContactsFound({ campaignId, contacts, viewButtons }: ContactsFoundProps) {
  const [filters, setFilters] = useFilters();
  // A row that vanished under the pointer could not be ticked again.
  const [unticked, setUnticked] = useState<ReadonlySet<string>>(new Set());
  const conditions = useMemo(() => toConditions(filters), [filters]);
  const rows = useMemo(
    () => contacts.filter(withUnticked(listMatcher('contacts', conditions), unticked)),
    [contacts, conditions, unticked],
  );
  const list = useCampaignList({ table: 'contacts', campaignId, rows, kinds, name, conditions });
  const isMatch = useMemo(() => withUnticked(list.filters.isMatch, unticked), [list.filters.isMatch, unticked]);
  const changeFilters = (change: Partial<Filters>) => {
    setFilters(change);
    setUnticked(new Set());
  };
  const { onChange, onMatching } = list.selection;
  const handleKeep = (changed: readonly Contact[], keep: boolean) => {
    if (!keep) setUnticked(new Set([...unticked, ...changed.map(({ id }) => id)]));
    onChange(changed, keep);
  };
  // The server knows nothing of rows that stay although they no longer match.
  const handleMatching = (changed: readonly Contact[], keep: boolean) => {
    if (filters.onlySelected) handleKeep(changed, keep);
    else onMatching(changed, keep);
  };
  const box = useRef<HTMLDivElement>(null);
  usePagerKeys(box);
  const toggles = (
    <div className="flex flex-wrap gap-x-4">
      <Toggle
        label="Only show valid emails"
        checked={filters.onlyValid}
        onChange={(onlyValid) => changeFilters({ onlyValid })}
      />
      <Toggle
        label="Only selected emails"
        checked={filters.onlySelected}
        onChange={(onlySelected) => changeFilters({ onlySelected })}
      />
    </div>
  );
  return (
    <div ref={box}>
      <DataTable
        label="Contacts found"
        rows={rows}
        columns={columns}
        isWide
        lead={viewButtons}
        actions={toggles}
        filterLabel="Filter contacts"
        {...list}
        filters={{ ...list.filters, isMatch }}
        selection={{ ...list.selection, onChange: handleKeep, onMatching: handleMatching, nameOf: contactName }}
        empty={<NoContacts filters={filters} hasEmails={contacts.some(hasEmail)} />}
      />
    </div>
  );
}

/** Kept in the URL. */
function useFilters(): [Filters, (change: Partial<Filters>) => void] {
  const [valid, setValid] = useAddressState('only-valid');
  const [selected, setSelected] = useAddressState('only-selected');
  const onlyValid = valid !== null;
  const onlySelected = selected !== null;
  const filters = useMemo(() => ({ onlyValid, onlySelected }), [onlyValid, onlySelected]);
  const change = (changed: Partial<Filters>) => {
    const next = { ...filters, ...changed };
    setValid(next.onlyValid ? 'true' : null);
    setSelected(next.onlySelected ? 'true' : null);
  };
  return [filters, change];
}

function NoContacts({ filters, hasEmails }: { filters: Filters; hasEmails: boolean }) {
  if (!hasEmails) return <EmptyState icon={Users}>No emails found yet.</EmptyState>;
  if (filters.onlyValid && filters.onlySelected)
    return <EmptyState icon={Users}>No valid emails are selected.</EmptyState>;
  if (filters.onlyValid) return <EmptyState icon={Users}>None of the emails are valid.</EmptyState>;
  return <EmptyState icon={Users}>No emails are selected.</EmptyState>;
}
