import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import type { Backlink } from '../../shared/backlink.ts';
import { cutAnchor } from '../../shared/cut-text.ts';
import { reasonOf } from '../../shared/lead-values.ts';
import { textCuts } from '../../shared/limits.ts';
import { Figure, FoundBy, figureColumn } from '../campaigns/figure-origin.tsx';
import type { FilterKind } from '../campaigns/lists/filter-button.tsx';
import { useCampaignList } from '../campaigns/lists/use-campaign-list.tsx';
import { formatTraffic, unknownTraffic } from '../campaigns/traffic.tsx';
import { SiteBadges } from '../prospects/block-site.tsx';
import type { Column } from '../ui/table/column.ts';
import { DataTable } from '../ui/table/data-table.tsx';
import { formatRating } from '../ui/values/figures.ts';
import { PageTitle } from '../ui/values/page-title.tsx';
import { blockColumn, domainRating } from './backlink-columns.tsx';
import { GroupCell } from './group-badge.tsx';
import { LeadMarks } from './lead-marks.tsx';
import { LinkBadge, linkRank } from './link-badge.tsx';
import { tagsOf } from './tags-dialog.tsx';

interface BacklinksTableProps {
  campaignId: string;
  backlinks: readonly Backlink[] | undefined;
  /** Shown instead of rows. */
  empty: ReactNode;
}

/** The filters that make sense for these backlinks. */
function filterKinds(backlinks: readonly Backlink[] | undefined, hasLinks: boolean): FilterKind[] {
  return [
    ...(['dr', 'traffic', 'source', 'site', 'triage'] as const),
    ...(hasLinks ? (['link'] as const) : []),
    ...(backlinks?.some(({ tags }) => tags.length > 0) ? (['tag'] as const) : []),
    ...(backlinks?.some(reasonOf) ? (['reason'] as const) : []),
    ...(backlinks?.some(({ note }) => note !== '') ? (['note'] as const) : []),
  ];
}

export function BacklinksTable({ campaignId, backlinks, empty }: BacklinksTableProps) {
  const hasLinks = backlinks?.some(({ url_to }) => url_to !== null) ?? true;
  const list = useCampaignList({
    ...({ table: 'backlinks', campaignId, rows: backlinks } as const),
    ...{ kinds: filterKinds(backlinks, hasLinks), tags: tagsOf(backlinks ?? []) },
  });
  const hasRating = backlinks?.some(isRated) ?? true;
  const hasTraffic = backlinks?.some((backlink) => !isRated(backlink)) ?? false;
  const hasGroups = backlinks?.some(({ triage }) => triage !== null) ?? true;
  const hasAnchors = backlinks?.some(({ anchor }) => anchor !== '') ?? true;
  const columns = useMemo(
    () => [
      page,
      ...(hasAnchors ? [anchor] : []),
      ...(hasLinks ? [linkColumn] : []),
      ...(hasGroups ? [groupColumn] : []),
      hasRating && hasTraffic ? ratingOrTraffic : hasTraffic ? traffic : urlRating,
      domainRating,
      blockColumn,
    ],
    [hasRating, hasTraffic, hasAnchors, hasLinks, hasGroups],
  );
  return (
    <DataTable
      isWide
      label="Backlinks"
      filterLabel="Filter backlinks"
      rows={backlinks}
      columns={columns}
      empty={empty}
      {...list}
      selection={{ ...list.selection, nameOf: ({ title, url_from }) => title || url_from }}
    />
  );
}

/** Without a URL rating, a backlink shows its search traffic instead. */
const isRated = ({ ahrefs_rank: rank }: Backlink) => rank !== -1;

const page: Column<Backlink> = {
  id: 'title',
  header: 'Backlink',
  narrow: 'wide',
  cell: (backlink) => <PageCell backlink={backlink} />,
  sortBy: ({ title, url_from }) => title || url_from,
};

function PageCell({ backlink }: { backlink: Backlink }) {
  const { url_from: url, title, domain, source, history, page_problem: problem } = backlink;
  return (
    <PageTitle
      url={url}
      title={title}
      cuts={{ title: textCuts.title, url: textCuts.url }}
      below={<LeadMarks lead={backlink} />}
    >
      <FoundBy source={source} /> <SiteBadges domain={domain} history={history} />
      {problem && (
        <p className="text-warning" title={problem}>
          <TriangleAlert className="mr-1 mb-0.5 inline size-3.5" aria-hidden="true" />
          {problem}
        </p>
      )}
      {!isRated(backlink) && backlink.search_traffic < 0 && (
        <p className="text-base-content/75" title={unknownTraffic}>
          {unknownTraffic}
        </p>
      )}
    </PageTitle>
  );
}

const anchor: Column<Backlink> = {
  id: 'anchor',
  header: 'Anchor',
  hint: 'The text of the link',
  width: 'w-40 @min-[72rem]:w-72',
  narrow: 'row',
  cell: ({ anchor: text }) => (
    <span className="table-two-lines text-[0.8125rem] leading-tight wrap-anywhere" title={text}>
      {cutAnchor(text)}
    </span>
  ),
  sortBy: ({ anchor: text }) => text || undefined,
};

const bestOrWorst = { asc: 'best first', desc: 'worst first' };

const linkColumn: Column<Backlink> = {
  id: 'link',
  header: 'Link',
  hint: 'What Zeus found when it checked the link',
  width: 'w-28 @min-[72rem]:w-32',
  cell: (backlink) => <LinkBadge backlink={backlink} />,
  sortBy: ({ link_state, link_follow }) => linkRank(link_state, link_follow),
  sortNames: bestOrWorst,
};

const groupColumn: Column<Backlink> = {
  id: 'group',
  header: 'Group',
  hint: 'How promising the page looks, by the weights you set while screening',
  width: 'w-34 @min-[72rem]:w-36',
  cell: (backlink) => <GroupCell backlink={backlink} />,
  sortBy: ({ triage }) => triage?.score,
  sortNames: bestOrWorst,
};

const urlRating: Column<Backlink> = {
  ...figureColumn<Backlink>('ahrefs_rank', 'UR', 'URL Rating: how strong the page is, 0 to 100', 'w-20', formatRating),
  id: 'ur',
};

const traffic: Column<Backlink> = {
  ...figureColumn<Backlink>('search_traffic', 'Traffic', 'Monthly visits from search engines', 'w-24', formatTraffic),
  id: 'traffic',
};

/** For lists in which only some pages are rated. Sorting puts those first: a rating and a visit count don't compare. */
const ratingOrTraffic: Column<Backlink> = {
  ...urlRating,
  header: 'UR / Traffic',
  hint: `${urlRating.hint}. Pages without one show their monthly visits from search engines`,
  width: 'w-28',
  cell: (backlink) => (isRated(backlink) ? urlRating.cell(backlink) : <Visits backlink={backlink} />),
};

function Visits({ backlink }: { backlink: Backlink }) {
  const visits = backlink.search_traffic;
  const text = formatTraffic(visits);
  return visits < 0 ? (
    text
  ) : (
    <Figure row={backlink} label="Traffic" field="search_traffic" value={visits}>
      {text} <span className="table-two-lines text-xs text-base-content/75">{visits === 1 ? 'visit' : 'visits'}</span>
    </Figure>
  );
}
