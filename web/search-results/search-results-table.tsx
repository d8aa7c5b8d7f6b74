import type { ReactNode } from 'react';
import { textCuts } from '../../shared/limits.ts';
import type { SearchResult } from '../../shared/search-result.ts';
import { FoundBy, figureColumn } from '../campaigns/figure-origin.tsx';
import { useCampaignList } from '../campaigns/lists/use-campaign-list.tsx';
import { Traffic } from '../campaigns/traffic.tsx';
import type { Column } from '../ui/table/column.ts';
import { DataTable } from '../ui/table/data-table.tsx';
import { formatCount, formatDollars, formatRating } from '../ui/values/figures.ts';
import { PageTitle } from '../ui/values/page-title.tsx';

interface SearchResultsTableProps {
  campaignId: string;
  results: readonly SearchResult[] | undefined;
  /** Shown instead of rows. */
  empty: ReactNode;
}

const kinds = ['dr', 'traffic', 'source'] as const;
const cuts = { title: textCuts.title, url: textCuts.url };

export function SearchResultsTable({ campaignId, results, empty }: SearchResultsTableProps) {
  const list = useCampaignList({ table: 'search-results', campaignId, rows: results, kinds });
  return (
    <DataTable
      isWide
      label="Search Results"
      filterLabel="Filter search results"
      rows={results}
      columns={columns}
      empty={empty}
      {...list}
      selection={{ ...list.selection, nameOf: ({ title, url }) => title || url }}
    />
  );
}

const columns: readonly Column<SearchResult>[] = [
  {
    id: 'title',
    header: 'Page',
    narrow: 'wide',
    cell: ({ url, title, description, source }) => (
      <PageTitle url={url} title={title} cuts={cuts}>
        <FoundBy source={source} />
        {description && (
          <p className="page-description text-base-content/75" title={description}>
            {description}
          </p>
        )}
      </PageTitle>
    ),
    sortBy: ({ title, url }) => title || url,
  },
  figureColumn('domain_rating', 'DR', 'Domain Rating: how strong the site is, 0 to 100', 'w-17', formatRating),
  figureColumn('url_rating', 'UR', 'URL Rating: how strong the page is, 0 to 100', 'w-17', formatRating),
  figureColumn('referring_domains', 'Ref. domains', 'Sites that link to this page', 'w-24', formatCount),
  figureColumn(
    'dofollow_backlinks',
    'Dofollow',
    'Links to this page that count for search engines',
    'w-25',
    formatCount,
  ),
  figureColumn('total_backlinks', 'Backlinks', 'All links to this page', 'w-26', formatCount),
  figureColumn('search_traffic', 'Traffic', 'Monthly visits from search engines', 'w-22', (value) => (
    <Traffic visits={value} />
  )),
  figureColumn('traffic_value', 'Value', 'What this traffic would cost in ads per month', 'w-22', formatDollars),
];
