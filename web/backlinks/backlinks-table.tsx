import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import type { Backlink } from '../../shared/backlink.ts';
import { cutAnchor } from '../../shared/cut-text.ts';
import { textCuts } from '../../shared/limits.ts';
import type { Column } from '../ui/table/column.ts';
import { DataTable } from '../ui/table/data-table.tsx';
import { formatRating, known } from '../ui/values/figures.ts';
import { PageTitle } from '../ui/values/page-title.tsx';
import { formatTraffic, unknownTraffic } from './traffic.tsx';

interface BacklinksTableProps {
  backlinks: readonly Backlink[] | undefined;
  /** Said instead of rows. */
  empty: ReactNode;
  onKeep: (backlinks: readonly Backlink[], keep: boolean) => void;
}

export function BacklinksTable({ backlinks, empty, onKeep }: BacklinksTableProps) {
  const hasRating = backlinks?.some(({ ahrefs_rank }) => ahrefs_rank !== -1) ?? true;
  const hasTraffic = backlinks?.some(({ ahrefs_rank }) => ahrefs_rank === -1) ?? false;
  const hasAnchors = backlinks?.some(({ anchor }) => anchor !== '') ?? true;
  const columns = useMemo(
    () => [
      page(hasTraffic),
      ...(hasAnchors ? [anchor] : []),
      ...(hasRating ? [urlRating] : []),
      ...(hasTraffic ? [traffic] : []),
      domainRating,
    ],
    [hasRating, hasTraffic, hasAnchors],
  );
  return (
    <DataTable
      label="Backlinks"
      filterLabel="Filter backlinks"
      rows={backlinks}
      columns={columns}
      empty={empty}
      selection={{
        isSelected: ({ keep }) => keep,
        onChange: onKeep,
        nameOf: ({ title, url_from }) => title || url_from,
      }}
    />
  );
}

const page = (hasTraffic: boolean): Column<Backlink> => ({
  id: 'title',
  header: 'Backlink',
  narrow: 'wide',
  cell: ({ url_from: url, title, page_problem: problem, search_traffic: visits }) => (
    <PageTitle url={url} title={title} cuts={{ title: textCuts.title, url: textCuts.url }}>
      {problem && (
        <p className="table-third-line mt-0.5 flex items-start gap-1.5 text-sm text-warning">
          <TriangleAlert className="mt-0.75 size-3.5 shrink-0" aria-hidden="true" />
          {problem}
        </p>
      )}
      {hasTraffic && visits < 0 && (
        <p className="table-third-line mt-0.5 text-sm text-base-content/75">{unknownTraffic}</p>
      )}
    </PageTitle>
  ),
  sortBy: ({ title, url_from }) => title || url_from,
  filterBy: ({ title, url_from, anchor: text }) => `${title} ${url_from} ${text}`,
});

const anchor: Column<Backlink> = {
  id: 'anchor',
  header: 'Anchor',
  hint: 'The text of the link',
  width: 'w-60',
  narrow: 'row',
  cell: ({ anchor: text }) => (
    <span className="inline-block align-top text-sm leading-tight wrap-anywhere" title={text}>
      {cutAnchor(text)}
    </span>
  ),
  sortBy: ({ anchor: text }) => text || undefined,
};

const urlRating: Column<Backlink> = {
  id: 'ur',
  header: 'UR',
  hint: 'URL Rating: how strong the page is, 0 to 100',
  align: 'end',
  width: 'w-20',
  sortFirst: 'desc',
  cell: ({ ahrefs_rank: rank }) => formatRating(rank),
  sortBy: ({ ahrefs_rank: rank }) => known(rank),
};

/** Stands for the URL rating where that is not known. */
const traffic: Column<Backlink> = {
  id: 'traffic',
  header: 'Traffic',
  hint: 'Visits from search engines a month',
  align: 'end',
  width: 'w-24',
  sortFirst: 'desc',
  cell: ({ search_traffic: visits }) => formatTraffic(visits),
  sortBy: ({ search_traffic: visits }) => known(visits),
};

const domainRating: Column<Backlink> = {
  id: 'dr',
  header: 'DR',
  hint: 'Domain Rating: how strong the site is, 0 to 100',
  align: 'end',
  width: 'w-20',
  sortFirst: 'desc',
  cell: ({ domain_rating: rating }) => formatRating(rating),
  sortBy: ({ domain_rating: rating }) => known(rating),
};
