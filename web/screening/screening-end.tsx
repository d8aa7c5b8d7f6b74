import { Mail, PartyPopper } from 'lucide-react';
import { useEffect } from 'react';
import { groupNames } from '../../shared/triage-names.ts';
import type { GroupFilter } from '../../shared/triage-values.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { focusHeadingIfLost } from '../ui/focus-heading.ts';
import { KeyHint } from '../ui/key-hint.tsx';
import { formatNumber } from '../ui/values/figures.ts';
import { firstOpen, nextOpenGroup } from './use-lead-group.ts';
import type { Screening } from './use-screening.ts';

interface ScreeningEndProps {
  screening: Screening;
  onFindEmails: () => void;
}

/** After the last lead: what was decided, what is still open, and the next step. */
export function ScreeningEnd({ screening, onFindEmails }: ScreeningEndProps) {
  const { all, leads, group, isDone, removed, canUndo, goTo, choose, undo } = screening;
  // It replaces the buttons.
  useEffect(focusHeadingIfLost, []);
  const open = leads.filter(({ screened }) => !screened).length;
  const kept = leads.length - removed;
  const next = group === null || open > 0 ? undefined : nextOpenGroup(group, all);
  const action = (
    <div className="flex flex-wrap justify-center gap-3">
      {all.some(({ keep }) => keep) && (
        <button type="button" className={`btn h-11 ${isDone ? 'btn-primary' : 'btn-plain'}`} onClick={onFindEmails}>
          <Mail className="size-4.5" aria-hidden="true" />
          Find emails
        </button>
      )}
      {next && (
        <button type="button" className="btn btn-primary h-11" onClick={() => choose(next.group)}>
          Continue with {groupNames[next.group]} ({formatNumber(next.open)})
        </button>
      )}
      {open === 0 && leads.length > 0 && (
        <button type="button" className="btn btn-plain h-11" onClick={() => goTo(0)}>
          Review them again
        </button>
      )}
      {open > 0 && (
        <button type="button" className="btn btn-primary h-11" onClick={() => goTo(firstOpen(leads))}>
          Continue with the {open === 1 ? 'last one' : `${formatNumber(open)} left`}
        </button>
      )}
      {canUndo && (
        <button type="button" className="btn btn-ghost h-11" onClick={undo}>
          Undo <KeyHint name="U" />
        </button>
      )}
    </div>
  );
  return (
    <EmptyState icon={PartyPopper} action={action}>
      {endText({ total: leads.length, open, kept, group })}
    </EmptyState>
  );
}

interface Ending {
  total: number;
  open: number;
  kept: number;
  group: GroupFilter | null;
}

function endText({ total, open, kept, group }: Ending): string {
  if (total === 0) return 'No leads are in this group now.';
  if (open === 1) return '1 lead is still undecided. It counts as kept.';
  if (open > 0) return `${formatNumber(open)} leads are still undecided. They count as kept.`;
  if (group !== null) {
    return `“${groupNames[group]}” is done: you kept ${formatNumber(kept)} of ${formatNumber(total)}.`;
  }
  if (kept === 0) return 'You removed every lead, so there are no contacts to find.';
  return `All screened: you kept ${formatNumber(kept)} of ${formatNumber(total)}.`;
}
