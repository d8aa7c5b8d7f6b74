import { Archive, ArchiveRestore, EllipsisVertical, Pencil, Square, Trash2 } from 'lucide-react';
import { use, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { type Campaign, campaignStatusLabel, campaignTypeLabel } from '../../shared/campaign.ts';
import { PrefetchPage } from '../platform/prefetch.ts';
import { useAddressState } from '../ui/address.ts';
import { Menu } from '../ui/overlay/menu.tsx';
import type { Column } from '../ui/table/column.ts';
import { DataTable } from '../ui/table/data-table.tsx';
import { useTableView } from '../ui/table/table-view.ts';
import { formatNumber } from '../ui/values/figures.ts';
import { RelativeTime } from '../ui/values/relative-time.tsx';
import { campaignPath } from './campaign-path.ts';
import { CampaignStatus } from './campaign-status.tsx';
import { isWorking } from './campaigns.api.ts';

interface CampaignsTableProps {
  campaigns: readonly Campaign[] | undefined;
  onRename: (campaign: Campaign) => void;
  onDelete: (campaign: Campaign) => void;
  onStop: (campaign: Campaign) => void;
  onArchive: (campaign: Campaign, archived: boolean) => void;
}

type RowActions = Omit<CampaignsTableProps, 'campaigns'>;

/** Short lists need no filter. */
const filterFrom = 6;

export function CampaignsTable({ campaigns, onRename, onDelete, onStop, onArchive }: CampaignsTableProps) {
  const columns = useMemo(
    () => toColumns({ onRename, onDelete, onStop, onArchive }),
    [onRename, onDelete, onStop, onArchive],
  );
  const viewState = useTableView();
  const [shown, setShown] = useAddressState('show');
  const [view, changeView] = viewState;
  const archivedCount = campaigns?.filter(isArchived).length ?? 0;
  const showsArchived = shown === 'archived' && archivedCount > 0;
  const isSearching = view.filter.trim() !== '';
  // A search finds archived campaigns as well.
  const rows = useMemo(
    () => campaigns?.filter((campaign) => isSearching || isArchived(campaign) === showsArchived),
    [campaigns, isSearching, showsArchived],
  );
  const [hasFilter, setHasFilter] = useState(false);
  // Once shown, it stays: an active filter must be visible, and the field must not vanish while the user types.
  if (!hasFilter && ((campaigns?.length ?? 0) >= filterFrom || archivedCount > 0 || view.filter !== ''))
    setHasFilter(true);
  return (
    <DataTable
      label="Campaigns"
      rows={rows}
      columns={columns}
      hasLinks
      isWide
      viewState={viewState}
      empty={<p className="py-12 text-center text-base-content/75">All your campaigns are archived.</p>}
      actions={
        archivedCount > 0 && (
          <ShownButtons
            counts={{ active: (campaigns?.length ?? 0) - archivedCount, archived: archivedCount }}
            shown={showsArchived ? 'archived' : 'active'}
            onShow={(next) => {
              setShown(next === 'archived' ? next : null);
              changeView({ page: 0 });
            }}
          />
        )
      }
      {...(hasFilter ? { filterLabel: 'Filter campaigns' } : {})}
    />
  );
}

const isArchived = ({ archived_at }: Campaign) => archived_at !== null;

type Shown = 'active' | 'archived';
const shownNames = { active: 'Active', archived: 'Archived' } as const;

interface ShownButtonsProps {
  counts: Readonly<Record<Shown, number>>;
  shown: Shown;
  onShow: (shown: Shown) => void;
}

function ShownButtons({ counts, shown, onShow }: ShownButtonsProps) {
  return (
    <fieldset className="segments">
      <legend className="sr-only">Campaigns shown</legend>
      {(['active', 'archived'] as const).map((one) => (
        <button key={one} type="button" aria-pressed={one === shown} onClick={() => onShow(one)}>
          {shownNames[one]} <span className="opacity-75 tabular-nums">{formatNumber(counts[one])}</span>
        </button>
      ))}
    </fieldset>
  );
}

function toColumns(actions: RowActions): Column<Campaign>[] {
  return [
    {
      id: 'keyword',
      header: 'Keyword',
      narrow: 'wide',
      cell: (campaign) => <Keyword campaign={campaign} />,
      sortBy: ({ keyword }) => keyword,
      filterBy: ({ keyword }) => keyword,
    },
    {
      id: 'type',
      header: 'Type',
      width: 'w-34',
      cell: ({ type }) => campaignTypeLabel(type),
      sortBy: ({ type }) => campaignTypeLabel(type),
      filterBy: ({ type }) => campaignTypeLabel(type),
    },
    {
      id: 'status',
      header: 'Status',
      width: 'w-60 @min-[72rem]:w-[22rem]',
      narrow: 'wide',
      cell: (campaign) => <CampaignStatus campaign={campaign} />,
      sortBy: ({ status }) => status,
      filterBy: ({ status }) => campaignStatusLabel(status),
    },
    count('backlinks', 'Backlinks', 'w-23', ({ backlink_count }) => backlink_count),
    count('contacts', 'Contacts', 'w-22', ({ contact_count }) => contact_count),
    count('valid', 'Valid emails', 'w-24', ({ valid_email_count }) => valid_email_count),
    {
      id: 'actions',
      header: '',
      width: 'w-14',
      narrow: 'corner',
      cell: (campaign) => <Actions campaign={campaign} {...actions} />,
    },
  ];
}

function count(id: string, header: string, width: string, countOf: (campaign: Campaign) => number): Column<Campaign> {
  return {
    ...{ id, header, width, align: 'end', sortFirst: 'desc', sortBy: countOf },
    cell: (campaign) => formatNumber(countOf(campaign)),
  };
}

function Keyword({ campaign }: { campaign: Campaign }) {
  const path = campaignPath(campaign);
  const prefetchPage = use(PrefetchPage);
  return (
    <>
      <Link
        to={path}
        className="block font-medium"
        onPointerEnter={() => prefetchPage(path)}
        onFocus={() => prefetchPage(path)}
      >
        <span className="table-line table-title block">{campaign.keyword}</span>
      </Link>
      <span className="text-[0.8125rem] text-base-content/75">
        <RelativeTime at={campaign.created_at} />
        {isArchived(campaign) && ' · Archived'}
      </span>
    </>
  );
}

function Actions({ campaign, onRename, onDelete, onStop, onArchive }: { campaign: Campaign } & RowActions) {
  return (
    <Menu
      isCompact
      label={`Actions for ${campaign.keyword}`}
      icon={EllipsisVertical}
      items={[
        ...(isWorking(campaign) ? [{ label: 'Stop', icon: Square, onChoose: () => onStop(campaign) }] : []),
        { label: 'Rename', icon: Pencil, onChoose: () => onRename(campaign) },
        isArchived(campaign)
          ? { label: 'Unarchive', icon: ArchiveRestore, onChoose: () => onArchive(campaign, false) }
          : { label: 'Archive', icon: Archive, onChoose: () => onArchive(campaign, true) },
        { label: 'Delete', icon: Trash2, onChoose: () => onDelete(campaign) },
      ]}
    />
  );
}
