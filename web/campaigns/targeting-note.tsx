import { SlidersHorizontal } from 'lucide-react';
import type { Campaign } from '../../shared/campaign.ts';
import type { PublicationDates } from '../../shared/targeting-values.ts';
import { formatFullDay } from '../ui/values/dates.ts';
import { countOf } from '../ui/values/figures.ts';
import { footprintNames, periodNames } from './targeting-words.ts';

/** How the user refined the campaign's search; nothing if they didn't. */
export function TargetingNote({ campaign: { targeting } }: { campaign: Campaign }) {
  const { include = [], exclude = [], footprints = [], dates, results } = targeting;
  const parts = [
    ...include.map((term) => `with “${term}”`),
    ...exclude.map((term) => `without “${term}”`),
    ...footprints.map((one) => footprintNames[one]),
    ...(dates ? [datesText(dates)] : []),
    ...(results === undefined ? [] : [`at most ${countOf(results, 'result')}`]),
  ];
  if (parts.length === 0) return null;
  return (
    <section aria-label="Refined search" className="-mt-2 mb-4 flex gap-2 text-sm">
      <SlidersHorizontal className="mt-1 size-4 shrink-0 text-base-content/75" aria-hidden="true" />
      <ul className="flex min-w-0 flex-wrap gap-1.5">
        {parts.map((part) => (
          <li
            key={part}
            className="max-w-full rounded-field border border-base-300 bg-base-100 px-2 py-0.5 break-words"
          >
            {part}
          </li>
        ))}
      </ul>
    </section>
  );
}

function datesText(dates: PublicationDates): string {
  if ('within' in dates) return periodNames[dates.within];
  const { from, to } = dates;
  if (from && to) return `published ${formatFullDay(from)} to ${formatFullDay(to)}`;
  return from ? `published since ${formatFullDay(from)}` : `published until ${formatFullDay(to ?? '')}`;
}
