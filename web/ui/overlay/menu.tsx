// A button that opens a short list of actions. Choosing one closes it.
import { Check, ChevronDown, type LucideIcon } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { Spinner } from '../spinner.tsx';
import { PopoverBox } from './popover-box.tsx';

interface MenuItem {
  readonly label: string;
  readonly icon?: LucideIcon;
  /** Choosing it would change nothing. */
  readonly isCurrent?: boolean;
  /** Shown below the label. */
  readonly note?: string;
  readonly onChoose: () => void;
}

interface MenuProps {
  label: string;
  /** What the actions are about, for screen readers: read after the label. */
  about?: string;
  icon?: LucideIcon;
  items: readonly MenuItem[];
  /** Shows only the icon. */
  isCompact?: boolean;
  /** The chosen action is in progress. */
  isBusy?: boolean;
}

export function Menu({ label, about, icon: Icon, items, isCompact = false, isBusy = false }: MenuProps) {
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
        {isBusy ? <Spinner className="size-4.5" /> : Icon && <Icon className="size-4.5" aria-hidden="true" />}
        <span className={isCompact ? 'sr-only' : undefined}>{label}</span>
        {about && <span className="sr-only"> {about}</span>}
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
      <ul onKeyDown={focusNeighbor}>
        {items.map((item) => (
          <li key={item.label}>
            <MenuEntry item={item} onClick={() => handleChoose(item.onChoose)} />
          </li>
        ))}
      </ul>
    </PopoverBox>
  );
}

function MenuEntry({ item, onClick }: { item: MenuItem; onClick: () => void }) {
  const { label, icon: Icon, note, isCurrent = false } = item;
  return (
    <button type="button" className="menu-item" aria-current={isCurrent || undefined} onClick={onClick}>
      {Icon && <Icon className="mt-0.5 size-4.5 shrink-0" aria-hidden="true" />}
      <span>
        <span className="block font-semibold">{label}</span>
        {note && <span className="block text-sm text-base-content/75">{note}</span>}
      </span>
      {isCurrent && <Check className="mt-0.5 ml-auto size-4.5 shrink-0" aria-hidden="true" />}
    </button>
  );
}

/** Arrows move from item to item. */
function focusNeighbor(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('button')];
  items[items.indexOf(event.target as HTMLElement) + step]?.focus();
}
