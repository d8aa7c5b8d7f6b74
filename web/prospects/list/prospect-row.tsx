import type { MouseEvent } from 'react';
import { Link } from 'react-router';
import type { Prospect } from '../../../shared/prospect.ts';
import { prospectStates } from '../../../shared/prospect-values.ts';
import { paths } from '../../paths.ts';
import { Menu } from '../../ui/overlay/menu.tsx';
import { Checkbox, preventTextSelection } from '../../ui/table/checkbox.tsx';
import { hasSelectedText, isOnControl } from '../../ui/table/row-click.ts';
import type { RowSelection } from '../../ui/table/row-selection.ts';
import { Badge } from '../../ui/values/badge.tsx';
import { countOf } from '../../ui/values/figures.ts';
import { RelativeTime, RelativeTimeOrDay } from '../../ui/values/relative-time.tsx';
import { RuleMark } from '../block-site.tsx';
import { stateNames, stateTones } from '../prospect-words.ts';
import type { ListedProspect } from './use-selected-prospects.ts';
import { useSiteChange } from './use-site-change.ts';
import type { Announce } from './use-undo.ts';

interface ProspectRowProps {
  prospect: ListedProspect;
  isSelected: boolean;
  selection: RowSelection<ListedProspect>;
  announce: Announce;
}

/** A click anywhere on the row selects it, except on its controls. */
export function ProspectRow({ prospect, isSelected, selection, announce }: ProspectRowProps) {
  const { domain, state, rule, note } = prospect;
  const handleClick = (event: MouseEvent<HTMLElement>) => {
    if (isOnControl(event)) return;
    // The second click on a word selects it: then the first one was not meant for the row either.
    if (!hasSelectedText(event.currentTarget)) selection.toggle(prospect, event.shiftKey);
    else if (event.detail === 2) selection.revert(prospect);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the checkbox does the same for the keyboard
    <li
      className="list-row flex cursor-pointer items-center pl-5"
      data-selected={isSelected || undefined}
      onClick={handleClick}
      onMouseDown={preventTextSelection}
    >
      <Checkbox
        label={`Select ${domain}`}
        isChecked={isSelected}
        onToggle={(isRange) => selection.toggle(prospect, isRange)}
      />
      <div className="flex min-w-0 grow flex-wrap items-center gap-x-4 gap-y-2 py-3 pr-4 pl-5">
        <div className="min-w-0 grow basis-64">
          <p className="font-medium wrap-anywhere">
            {domain} <Badge tone={stateTones[state]}>{stateNames[state]}</Badge>{' '}
            {rule && <RuleMark rule={rule} domain={domain} />}
          </p>
          <ProspectFacts prospect={prospect} />
          {note !== '' && <p className="text-[0.8125rem] wrap-anywhere">{note}</p>}
        </div>
        <StateChoice prospect={prospect} announce={announce} />
      </div>
    </li>
  );
}

function ProspectFacts({ prospect }: { prospect: Prospect }) {
  const { contacts, contacted_at: contactedAt, last_seen_at: seenAt, same_as: sameAs, campaigns } = prospect;
  return (
    <p className="text-[0.8125rem] text-base-content/75 wrap-anywhere">
      {sameAs !== null && `same site as ${sameAs} · `}
      {contacts > 0 && `${countOf(contacts, 'contact')} · `}
      {contactedAt && (
        <>
          contacted <RelativeTimeOrDay at={contactedAt} /> ·{' '}
        </>
      )}
      seen <RelativeTime at={seenAt} />
      {campaigns.map(({ id, keyword }) => (
        <span key={id}>
          {' · '}
          <Link to={paths.backlinks(id)} className="text-link">
            {keyword}
          </Link>
        </span>
      ))}
    </p>
  );
}

function StateChoice({ prospect, announce }: Pick<ProspectRowProps, 'prospect' | 'announce'>) {
  const { mutate, isPending } = useSiteChange(announce);
  const { domain, state: current } = prospect;
  return (
    <Menu
      label="Set state"
      about={`of ${domain}`}
      isBusy={isPending}
      items={prospectStates.map((state) => ({
        label: stateNames[state],
        isCurrent: state === current,
        onChoose: () => !isPending && state !== current && mutate({ change: { state }, rows: [prospect] }),
      }))}
    />
  );
}
