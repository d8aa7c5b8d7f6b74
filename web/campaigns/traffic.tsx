// Monthly visits from search engines, as the tables show them.

import { Tooltip } from '../ui/overlay/tooltip.tsx';
import { formatCount, notKnown } from '../ui/values/figures.ts';

export const unknownTraffic = 'We were not able to find traffic estimates for this page.';

/** None measured is '<1'. */
export const formatTraffic = (visits: number) => (visits === 0 ? '<1' : formatCount(visits));

/** If there is no space for the sentence about unknown traffic, it is the tooltip of N/A. */
export function Traffic({ visits }: { visits: number }) {
  if (visits >= 0) return formatTraffic(visits);
  return (
    <Tooltip text={unknownTraffic}>
      <span className="text-base-content/75 underline decoration-dotted underline-offset-4">{notKnown}</span>
    </Tooltip>
  );
}
