// What can be done to the selected sites. A change to all that match a filter is confirmed first. Every change can be undone.
import { Ban, Flag, House, Swords, Tag } from 'lucide-react';
import { useState } from 'react';
import { prospectStates, type SiteRuleKind } from '../../../shared/prospect-values.ts';
import { Menu } from '../../ui/overlay/menu.tsx';
import { countOf, formatNumber } from '../../ui/values/figures.ts';
import { stateNames } from '../prospect-words.ts';
import { ConfirmBulkChange } from './confirm-bulk-change.tsx';
import type { ProspectFilter } from './prospect-filter.ts';
import type { SelectedProspects } from './use-selected-prospects.ts';
import { type SiteChange, useSiteChange } from './use-site-change.ts';
import type { Announce } from './use-undo.ts';

interface BulkBarProps {
  selected: SelectedProspects;
  filter: ProspectFilter;
  /** The page is selected, so that all other pages can be. */
  canSelectAll: boolean;
  /** All that match the filter. */
  total: number;
  announce: Announce;
}

const kinds: readonly { kind: SiteRuleKind; label: string; icon: typeof Ban }[] = [
  { kind: 'blocked', label: 'Block', icon: Ban },
  { kind: 'mine', label: 'Add to my sites', icon: House },
  { kind: 'competitor', label: 'Add to competitors', icon: Swords },
];

export function BulkBar({ selected, filter, canSelectAll, total, announce }: BulkBarProps) {
  const { mutate, isPending } = useSiteChange(announce);
  const [toConfirm, setToConfirm] = useState<SiteChange | null>(null);
  const count = selected.isAll ? total : selected.rows.length;
  const run = (change: SiteChange) => {
    if (isPending) return;
    const sites = selected.isAll ? { matching: filter, total } : { rows: selected.rows };
    mutate({ change, ...sites }, { onSuccess: selected.clear });
  };
  const choose = (change: SiteChange) => (selected.isAll ? setToConfirm(change) : run(change));
  if (count === 0) return <p className="py-2.5 text-sm text-base-content/75">{countOf(total, 'site')}</p>;
  return (
    <>
      <p role="status" className="py-2.5 text-sm font-medium">
        {formatNumber(count)} selected
      </p>
      {canSelectAll && !selected.isAll && total > selected.rows.length && (
        <button type="button" className="text-link cursor-pointer text-sm" onClick={selected.selectAll}>
          Select all {formatNumber(total)} matching
        </button>
      )}
      <div className="ml-auto flex flex-wrap items-center gap-2 py-1.5">
        <Menu
          label="Set state"
          icon={Flag}
          isBusy={isPending}
          items={prospectStates.map((state) => ({ label: stateNames[state], onChoose: () => choose({ state }) }))}
        />
        <Menu
          label="Leave out"
          icon={Tag}
          isBusy={isPending}
          items={kinds.map(({ kind, label, icon }) => ({ label, icon, onChoose: () => choose({ kind }) }))}
        />
        <button type="button" className="btn btn-ghost btn-sm" onClick={selected.clear}>
          Clear
        </button>
      </div>
      {toConfirm && (
        <ConfirmBulkChange
          change={toConfirm}
          total={total}
          onConfirm={() => {
            run(toConfirm);
            setToConfirm(null);
          }}
          onClose={() => setToConfirm(null)}
        />
      )}
    </>
  );
}
