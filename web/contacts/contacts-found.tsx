import { Users } from 'lucide-react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { Contact } from '../../shared/contact.ts';
import { contactName } from '../../shared/contact-name.ts';
import { BlockButton, SiteBadges } from '../prospects/block-site.tsx';
import { useAddressState } from '../ui/address.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Toggle } from '../ui/form/toggle.tsx';
import type { Column } from '../ui/table/column.ts';
import { DataTable } from '../ui/table/data-table.tsx';
import { PageTitle } from '../ui/values/page-title.tsx';
import { ContactName } from './cells/contact-name.tsx';
import { EmailCell } from './cells/email-cell.tsx';
import { SourceIcon } from './cells/source-icon.tsx';
import { VerificationBadge } from './cells/verification-badge.tsx';
import { useSaveContacts } from './contacts.api.ts';
import { contactsTableCuts } from './contacts-table-cuts.ts';
import { hasEmail } from './has-email.ts';
import { usePagerKeys } from './use-pager-keys.ts';

interface Filters {
  onlyValid: boolean;
  onlySelected: boolean;
}

/** Each toggle narrows the list; with neither, all contacts with an email are listed. Rows unticked meanwhile stay. */
function filterContacts(contacts: readonly Contact[], filters: Filters, unticked: ReadonlySet<string>): Contact[] {
  const { onlyValid, onlySelected } = filters;
  if (!onlyValid && !onlySelected) return contacts.filter(hasEmail);
  return contacts.filter(
    ({ id, verification, keep }) =>
      (!onlyValid || verification === 'valid') && (!onlySelected || keep || unticked.has(id)),
  );
}

const columns: readonly Column<Contact>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 'w-[21%]',
    narrow: 'wide',
    cell: (contact) => <ContactName contact={contact} />,
    sortBy: contactName,
    filterBy: contactName,
  },
  {
    id: 'position',
    header: 'Position',
    width: 'w-[13%]',
    cell: ({ position }) => <span className="table-two-lines">{position}</span>,
    sortBy: ({ position }) => position ?? undefined,
    filterBy: ({ position }) => position ?? '',
  },
  {
    id: 'email',
    header: 'Email',
    width: 'w-[23%]',
    narrow: 'wide',
    cell: (contact) => <EmailCell contact={contact} />,
    sortBy: ({ email }) => email || undefined,
    filterBy: ({ email }) => email || '',
  },
  {
    id: 'status',
    header: 'Status',
    width: 'w-40',
    cell: (contact) => <VerificationBadge contact={contact} />,
    sortBy: ({ verification }) => verification ?? undefined,
  },
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
    filterBy: ({ backlink_id }) => `${backlink_id.title}\n${backlink_id.url_from}`,
  },
  {
    id: 'source',
    header: 'Source',
    width: 'w-20',
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
  const save = useSaveContacts(campaignId);
  const [filters, setFilters] = useFilters();
  // A row that vanished under the pointer could not be ticked again.
  const [unticked, setUnticked] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(() => filterContacts(contacts, filters, unticked), [contacts, filters, unticked]);
  const changeFilters = (change: Partial<Filters>) => {
    setFilters(change);
    setUnticked(new Set());
  };
  const handleKeep = (changed: readonly Contact[], keep: boolean) => {
    if (!keep) setUnticked(new Set([...unticked, ...changed.map(({ id }) => id)]));
    save(changed.map(({ id }) => ({ id, keep })));
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
        name="contacts-"
        rows={rows}
        columns={columns}
        isWide
        lead={viewButtons}
        actions={toggles}
        filterLabel="Filter contacts"
        selection={{
          isSelected: ({ keep }) => keep,
          onChange: handleKeep,
          nameOf: contactName,
        }}
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
