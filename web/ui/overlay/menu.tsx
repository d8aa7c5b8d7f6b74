// A button that opens a short list of things to do: a native popover, closed by Escape, by a click elsewhere and by choosing.
import { ChevronDown, type LucideIcon } from 'lucide-react';
import { type ToggleEvent, useId, useRef } from 'react';
import { placeBeside } from './place-beside.ts';

export interface MenuItem {
  readonly label: string;
  readonly icon: LucideIcon;
  /** Said below the label. */
  readonly note?: string;
  readonly onChoose: () => void;
}

interface MenuProps {
  label: string;
  icon: LucideIcon;
  items: readonly MenuItem[];
  /** Shows the icon only. */
  isCompact?: boolean;
  /** What was chosen is being done. */
  isBusy?: boolean;
}

export function Menu({ label, icon: Icon, items, isCompact = false, isBusy = false }: MenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const handleToggle = (event: ToggleEvent<HTMLDivElement>) => {
    if (event.newState !== 'open' || !button.current) return;
    placeBeside(button.current, event.currentTarget, 'below-end');
    event.currentTarget.querySelector('button')?.focus();
  };
  const handleChoose = (onChoose: () => void) => {
    // A dialog gives the focus back to where it was, and the item is hidden by then.
    button.current?.focus();
    onChoose();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={isCompact ? 'btn btn-ghost btn-square' : 'btn btn-plain'}
        title={isCompact ? label : undefined}
        aria-busy={isBusy}
        popoverTarget={id}
      >
        {isBusy ? (
          <span className="loading loading-spinner size-4.5" aria-hidden="true" />
        ) : (
          <Icon className="size-4.5" aria-hidden="true" />
        )}
        <span className={isCompact ? 'sr-only' : undefined}>{label}</span>
        {!isCompact && <ChevronDown className="size-4" aria-hidden="true" />}
      </button>
      <div id={id} popover="auto" className="menu-box" onToggle={handleToggle}>
        <ul>
          {items.map(({ label: name, icon: ItemIcon, note, onChoose }) => (
            <li key={name}>
              <button
                type="button"
                className="menu-item"
                popoverTarget={id}
                popoverTargetAction="hide"
                onClick={() => handleChoose(onChoose)}
              >
                <ItemIcon className="mt-0.5 size-4.5 shrink-0" aria-hidden="true" />
                <span>
                  <span className="block font-semibold">{name}</span>
                  {note && <span className="block text-sm text-base-content/75">{note}</span>}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
