// Columns of several lists of backlinks.
import type { Backlink } from '../../shared/backlink.ts';
import { Figure } from '../campaigns/figure-origin.tsx';
import { BlockButton } from '../prospects/block-site.tsx';
import type { Column } from '../ui/table/column.ts';
import { formatRating, known } from '../ui/values/figures.ts';

export const domainRating: Column<Backlink> = {
  id: 'dr',
  header: 'DR',
  hint: 'Domain Rating: how strong the site is, 0 to 100',
  align: 'end',
  width: 'w-16 @min-[72rem]:w-20',
  sortFirst: 'desc',
  cell: (backlink) => (
    <Figure row={backlink} label="DR" field="domain_rating" value={backlink.domain_rating}>
      {formatRating(backlink.domain_rating)}
    </Figure>
  ),
  sortBy: ({ domain_rating: rating }) => known(rating),
};

export const blockColumn: Column<Backlink> = {
  id: 'block',
  header: '',
  width: 'w-14',
  narrow: 'corner',
  cell: ({ domain }) => <BlockButton domain={domain} />,
};
