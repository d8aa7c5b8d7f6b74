// Columns of several lists of backlinks.
import type { Backlink } from '../../shared/backlink.ts';
import { figureColumn } from '../campaigns/figure-origin.tsx';
import { BlockButton } from '../prospects/block-site.tsx';
import type { Column } from '../ui/table/column.ts';
import { formatRating } from '../ui/values/figures.ts';

export const domainRating: Column<Backlink> = {
  ...figureColumn<Backlink>(
    'domain_rating',
    'DR',
    'Domain Rating: how strong the site is, 0 to 100',
    'w-16 @min-[72rem]:w-20',
    formatRating,
  ),
  id: 'dr',
};

export const blockColumn: Column<Backlink> = {
  id: 'block',
  header: '',
  width: 'w-14',
  narrow: 'corner',
  cell: ({ domain }) => <BlockButton domain={domain} />,
};
