// A button that opens a short list of actions. Choosing one closes it.
import { ChevronDown, type LucideIcon } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { PopoverBox } from './popover-box.tsx';

export interface MenuItem {
  readonly label: string;
  readonly icon: LucideIcon;
  /** Shown below the label. */
  readonly note?: string;
  readonly onChoose: () => void;
}

interface MenuProps {
  label: string;
  icon: LucideIcon;
  items: readonly MenuItem[];
  /** Shows only the icon. */
  isCompact?: boolean;
  /** The chosen action is in progress. */
  isBusy?: boolean;
}

export function Menu({ label, icon: Icon, items, isCompact = false, isBusy = false }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={isCompact ? 'btn btn-ghost btn-square' : 'btn btn-plain'}
        title={isCompact ? label : undefined}
        aria-busy={isBusy}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isBusy ? (
          <span className="loading loading-spinner size-4.5" aria-hidden="true" />
        ) : (
          <Icon className="size-4.5" aria-hidden="true" />
        )}
        <span className={isCompact ? 'sr-only' : undefined}>{label}</span>
        {!isCompact && <ChevronDown className="size-4" aria-hidden="true" />}
      </button>
      {isOpen && <MenuBox button={button} items={items} onClose={() => setOpen(false)} />}
    </>
  );
}

interface MenuBoxProps {
  button: RefObject<HTMLButtonElement | null>;
  items: readonly MenuItem[];
  onClose: () => void;
}

function MenuBox({ button, items, onClose }: MenuBoxProps) {
  const handleChoose = (onChoose: () => void) => {
    // A dialog returns the focus to where it was, and the item is gone by then.
    button.current?.focus();
    onClose();
    onChoose();
  };
  return (
    <PopoverBox button={button} onClose={onClose}>
      <ul>
        {items.map(({ label, icon: Icon, note, onChoose }) => (
          <li key={label}>
            <button type="button" className="menu-item" onClick={() => handleChoose(onChoose)}>
              <Icon className="mt-0.5 size-4.5 shrink-0" aria-hidden="true" />
              <span>
                <span className="block font-semibold">{label}</span>
                {note && <span className="block text-sm text-base-content/75">{note}</span>}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </PopoverBox>
  );
}
