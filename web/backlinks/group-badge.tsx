import type { Backlink } from '../../shared/backlink.ts';
import { groupFilterOf } from '../../shared/list-filter.ts';
import { groupNames, signalLabels } from '../../shared/triage-names.ts';
import { Badge } from '../ui/values/badge.tsx';
import { groupTones, signalText } from './triage-texts.ts';

type TriagedBacklink = Pick<Backlink, 'triage' | 'screenshot_state'>;

/** How good a lead looks. */
export function GroupBadge({ backlink }: { backlink: TriagedBacklink }) {
  const group = groupFilterOf(backlink);
  const isUnseen = backlink.triage === null && backlink.screenshot_state === 'failed';
  return <Badge tone={groupTones[group]}>{isUnseen ? 'Couldn’t check' : groupNames[group]}</Badge>;
}

/** The same for a table, with the heaviest signal. */
export function GroupCell({ backlink }: { backlink: TriagedBacklink }) {
  const { triage } = backlink;
  if (!triage) {
    return (
      <span className="text-xs text-base-content/75">
        {backlink.screenshot_state === 'failed' ? 'Couldn’t check' : groupNames.unchecked}
      </span>
    );
  }
  const [first, ...others] = triage.signals.filter(({ weight }) => weight > 0);
  return (
    <span
      className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-0.5"
      title={triage.signals.map(signalText).join('\n')}
    >
      <GroupBadge backlink={backlink} />
      {first && (
        <span className="flex w-full gap-1 text-xs text-base-content/75">
          <span className="truncate">{signalLabels[first.name]}</span>
          {others.length > 0 && <span className="shrink-0">+{others.length}</span>}
        </span>
      )}
    </span>
  );
}
