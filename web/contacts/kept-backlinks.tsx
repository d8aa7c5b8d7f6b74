import { Link2 } from 'lucide-react';
import { type ReactNode, useMemo, useRef } from 'react';
import type { Backlink } from '../../shared/backlink.ts';
import type { Contact } from '../../shared/contact.ts';
import { blockColumn, domainRating } from '../backlinks/backlink-columns.tsx';
import { SiteBadges } from '../prospects/block-site.tsx';
import { useAddressState } from '../ui/address.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Toggle } from '../ui/form/toggle.tsx';
import type { Column } from '../ui/table/column.ts';
import { DataTable } from '../ui/table/data-table.tsx';
import { PageTitle } from '../ui/values/page-title.tsx';
import { type BacklinkOutcome, OutcomeCell, outcomeOf } from './backlink-outcome.tsx';
import { contactsTableCuts } from './contacts-table-cuts.ts';
import { usePagerKeys } from './use-pager-keys.ts';

const columnsFor = (outcomes: ReadonlyMap<string, BacklinkOutcome>): readonly Column<Backlink>[] => [
  {
    id: 'backlink',
    header: 'Backlink',
    narrow: 'wide',
    cell: ({ url_from, title, domain, history }) => (
      <PageTitle url={url_from} title={title} cuts={contactsTableCuts}>
        <SiteBadges domain={domain} history={history} />
      </PageTitle>
    ),
    sortBy: ({ title, url_from }) => title || url_from,
    filterBy: ({ title, url_from }) => `${title}\n${url_from}`,
  },
  {
    id: 'outcome',
    header: 'Outcome',
    width: 'w-40',
    cell: ({ id }) => <OutcomeCell outcome={outcomes.get(id) ?? nothing} />,
    sortBy: ({ id }) => rankOf(outcomes.get(id) ?? nothing) || undefined,
    sortFirst: 'desc',
  },
  { ...domainRating, width: 'w-24' },
  blockColumn,
];

const nothing: BacklinkOutcome = { emails: 0, form: null, profile: null };

/** Emails before contact forms before profiles. */
const rankOf = ({ emails, form, profile }: BacklinkOutcome) =>
  emails > 0 ? 2 + emails : form !== null ? 2 : Number(profile !== null);

interface KeptBacklinksProps {
  backlinks: readonly Backlink[];
  contacts: readonly Contact[];
  /** Shown in the bar above the table. */
  viewButtons: ReactNode;
}

/** All kept backlinks with what was found for them and their domain rating. */
export function KeptBacklinks({ backlinks, contacts, viewButtons }: KeptBacklinksProps) {
  const [onlyForms, setOnlyForms] = useAddressState('only-forms');
  const outcomes = useMemo(() => {
    const ofBacklink = new Map<string, Contact[]>(backlinks.map(({ id }) => [id, []]));
    for (const contact of contacts) ofBacklink.get(contact.backlink_id.id)?.push(contact);
    return new Map(backlinks.map((one) => [one.id, outcomeOf(one, ofBacklink.get(one.id) ?? [])]));
  }, [backlinks, contacts]);
  const columns = useMemo(() => columnsFor(outcomes), [outcomes]);
  const rows =
    onlyForms === null ? backlinks : backlinks.filter(({ id }) => (outcomes.get(id) ?? nothing).form !== null);
  const box = useRef<HTMLDivElement>(null);
  usePagerKeys(box);
  return (
    <div ref={box}>
      <DataTable
        label="Kept backlinks"
        name="backlinks-"
        rows={rows}
        columns={columns}
        lead={viewButtons}
        actions={
          <Toggle
            label="Only contact forms"
            checked={onlyForms !== null}
            onChange={(only) => setOnlyForms(only ? 'true' : null)}
          />
        }
        filterLabel="Filter backlinks"
        empty={
          <EmptyState icon={Link2}>
            {backlinks.length === 0 ? 'You didn’t keep any backlinks.' : 'No site has only a contact form.'}
          </EmptyState>
        }
      />
    </div>
  );
}
