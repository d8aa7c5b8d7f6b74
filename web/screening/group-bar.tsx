import { Scale } from 'lucide-react';
import { useState } from 'react';
import type { Backlink } from '../../shared/backlink.ts';
import { groupFilterOf } from '../../shared/list-filter.ts';
import { groupNames } from '../../shared/triage-names.ts';
import { type GroupFilter, groupFilters } from '../../shared/triage-values.ts';
import { formatNumber } from '../ui/values/figures.ts';
import { WeightsDialog } from './weights-dialog.tsx';

interface GroupBarProps {
  /** All leads. */
  leads: readonly Backlink[];
  /** Null: all of them are screened. */
  group: GroupFilter | null;
  onChoose: (group: GroupFilter | null) => void;
}

/** Chooses which group to screen, and how leads are grouped. */
export function GroupBar({ leads, group, onChoose }: GroupBarProps) {
  const [isWeighing, setWeighing] = useState(false);
  return (
    <div className="group-bar">
      <fieldset className="contents">
        <legend className="sr-only">Leads to screen</legend>
        <GroupButton name="All" count={leads.length} isCurrent={group === null} onClick={() => onChoose(null)} />
        {groupFilters.map((one) => {
          const count = leads.filter((lead) => groupFilterOf(lead) === one).length;
          const isCurrent = group === one;
          // In the end every page has been checked.
          if (one === 'unchecked' && count === 0 && !isCurrent) return null;
          return (
            <GroupButton key={one} name={groupNames[one]} {...{ count, isCurrent }} onClick={() => onChoose(one)} />
          );
        })}
      </fieldset>
      <button type="button" className="btn btn-ghost btn-sm" onClick={() => setWeighing(true)}>
        <Scale className="size-4" aria-hidden="true" />
        Weights
      </button>
      {isWeighing && <WeightsDialog leads={leads} onClose={() => setWeighing(false)} />}
    </div>
  );
}

interface GroupButtonProps {
  name: string;
  count: number;
  isCurrent: boolean;
  onClick: () => void;
}

function GroupButton({ name, count, isCurrent, onClick }: GroupButtonProps) {
  return (
    <button
      type="button"
      className={`btn btn-sm px-2.5 font-medium ${isCurrent ? 'btn-current' : 'btn-plain'}`}
      aria-pressed={isCurrent}
      onClick={onClick}
    >
      {name} <span className="text-base-content/75 tabular-nums">{formatNumber(count)}</span>
    </button>
  );
}
