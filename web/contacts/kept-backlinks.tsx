import { Link2 } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import type { Backlink } from '../../shared/backlink.ts';
import { Figure } from '../campaigns/figure-origin.tsx';
import { BlockButton, SiteBadges } from '../prospects/block-site.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import type { Column } from '../ui/table/column.ts';
import { DataTable } from '../ui/table/data-table.tsx';
import { formatRating, known } from '../ui/values/figures.ts';
import { PageTitle } from '../ui/values/page-title.tsx';
import { contactsTableCuts } from './contacts-table-cuts.ts';
import { usePagerKeys } from './use-pager-keys.ts';

const columns: readonly Column<Backlink>[] = [
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
    id: 'dr',
    header: 'DR',
    width: 'w-24',
    hint: 'Domain Rating: how strong the site is, 0 to 100',
    align: 'end',
    cell: (backlink) => (
      <Figure row={backlink} label="DR" field="domain_rating" value={backlink.domain_rating}>
        {formatRating(backlink.domain_rating)}
      </Figure>
    ),
    sortBy: ({ domain_rating }) => known(domain_rating),
    sortFirst: 'desc',
  },
  {
    id: 'block',
    header: '',
    width: 'w-14',
    narrow: 'corner',
    cell: ({ domain }) => <BlockButton domain={domain} />,
  },
];

interface KeptBacklinksProps {
  backlinks: readonly Backlink[];
  /** Shown in the bar above the table. */
  viewButtons: ReactNode;
}

/** All kept backlinks with their domain rating. */
export function KeptBacklinks({ backlinks, viewButtons }: KeptBacklinksProps) {
  const box = useRef<HTMLDivElement>(null);
  usePagerKeys(box);
  return (
    <div ref={box}>
      <DataTable
        label="Kept backlinks"
        name="backlinks-"
        rows={backlinks}
        columns={columns}
        lead={viewButtons}
        filterLabel="Filter backlinks"
        empty={<EmptyState icon={Link2}>You kept no backlinks.</EmptyState>}
      />
    </div>
  );
}
