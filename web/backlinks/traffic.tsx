// Visits from search engines a month, as the tables show them.

import { Tooltip } from '../ui/overlay/tooltip.tsx';
import { formatCount, notKnown } from '../ui/values/figures.ts';

const unknownTraffic = 'We were not able to find traffic estimates for this page.';

/** None measured is '<1'; where nobody states them, the sentence that says so is behind N/A. */
export function Traffic({ visits }: { visits: number }) {
  if (visits === 0) return '<1';
  if (visits > 0) return formatCount(visits);
  return (
    <Tooltip text={unknownTraffic}>
      <span className="text-base-content/75 underline decoration-dotted underline-offset-4">{notKnown}</span>
    </Tooltip>
  );
}
