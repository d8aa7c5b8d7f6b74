import { EllipsisVertical, Pencil, Square, Trash2 } from 'lucide-react';
import { use, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { type Campaign, campaignStatusLabel, campaignTypeLabel } from '../../shared/campaign.ts';
import { PrefetchPage } from '../platform/prefetch.ts';
import { Menu } from '../ui/overlay/menu.tsx';
import type { Column } from '../ui/table/column.ts';
import { DataTable } from '../ui/table/data-table.tsx';
import { useTableView } from '../ui/table/table-view.ts';
import { RelativeTime } from '../ui/values/relative-time.tsx';
import { campaignPath } from './campaign-path.ts';
import { CampaignStatus } from './campaign-status.tsx';
import { isWorking } from './campaigns.api.ts';

interface CampaignsTableProps {
  campaigns: readonly Campaign[] | undefined;
  onRename: (campaign: Campaign) => void;
  onDelete: (campaign: Campaign) => void;
  onStop: (campaign: Campaign) => void;
}

type RowActions = Omit<CampaignsTableProps, 'campaigns'>;

/** Short lists need no filter. */
const filterFrom = 6;

export function CampaignsTable({ campaigns, onRename, onDelete, onStop }: CampaignsTableProps) {
  const columns = useMemo(() => toColumns({ onRename, onDelete, onStop }), [onRename, onDelete, onStop]);
  const viewState = useTableView();
  const [hasFilter, setHasFilter] = useState(false);
  // Once shown, it stays: an active filter must be visible, and the field must not vanish while the user types.
  if (!hasFilter && ((campaigns?.length ?? 0) >= filterFrom || viewState[0].filter !== '')) setHasFilter(true);
  return (
    <DataTable
      label="Campaigns"
      rows={campaigns}
      columns={columns}
      hasLinks
      viewState={viewState}
      {...(hasFilter ? { filterLabel: 'Filter campaigns' } : {})}
    />
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
      width: 'w-44',
      cell: ({ type }) => campaignTypeLabel(type),
      sortBy: ({ type }) => campaignTypeLabel(type),
      filterBy: ({ type }) => campaignTypeLabel(type),
    },
    {
      id: 'status',
      header: 'Status',
      width: 'w-[25rem]',
      narrow: 'wide',
      cell: (campaign) => <CampaignStatus campaign={campaign} />,
      sortBy: ({ status }) => status,
      filterBy: ({ status }) => campaignStatusLabel(status),
    },
    {
      id: 'actions',
      header: '',
      width: 'w-14',
      narrow: 'corner',
      cell: (campaign) => <Actions campaign={campaign} {...actions} />,
    },
  ];
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
      </span>
    </>
  );
}

function Actions({ campaign, onRename, onDelete, onStop }: { campaign: Campaign } & RowActions) {
  return (
    <Menu
      isCompact
      label={`Actions for ${campaign.keyword}`}
      icon={EllipsisVertical}
      items={[
        ...(isWorking(campaign) ? [{ label: 'Stop', icon: Square, onChoose: () => onStop(campaign) }] : []),
        { label: 'Rename', icon: Pencil, onChoose: () => onRename(campaign) },
        { label: 'Delete', icon: Trash2, onChoose: () => onDelete(campaign) },
      ]}
    />
  );
}
