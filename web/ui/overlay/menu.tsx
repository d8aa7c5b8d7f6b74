// A button that opens a short list of actions. Escape, a click elsewhere, choosing and tabbing out close it. The box is a
// native popover where supported, so that nothing clips it.
import { ChevronDown, type LucideIcon } from 'lucide-react';
import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { placeBeside } from './place-beside.ts';

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
  const box = useRef<HTMLDivElement>(null);
  const handlePointer = useEffectEvent(({ target }: PointerEvent) => {
    const isInside = [box, button].some(({ current }) => target instanceof Node && current?.contains(target));
    if (!isInside) onClose();
  });
  useLayoutEffect(() => {
    const shown = box.current;
    if (!shown || !button.current) return;
    shown.showPopover?.();
    placeBeside(button.current, shown, 'below-end');
    shown.querySelector('button')?.focus();
    const handle = (event: PointerEvent) => handlePointer(event);
    document.addEventListener('pointerdown', handle, true);
    return () => {
      shown.hidePopover?.();
      document.removeEventListener('pointerdown', handle, true);
    };
  }, [button]);
  const closeAndReturn = () => {
    // A dialog returns the focus to where it was, and the item is gone by then.
    button.current?.focus();
    onClose();
  };
  const handleKey = (event: KeyboardEvent) => {
    const isFirst = event.target === box.current?.querySelector('button');
    if (event.key !== 'Escape' && !(event.key === 'Tab' && event.shiftKey && isFirst)) return;
    event.preventDefault();
    event.stopPropagation();
    closeAndReturn();
  };
  const handleBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    // Without a related target, the window lost the focus. The button closes the menu itself when it is clicked.
    if (relatedTarget && !currentTarget.contains(relatedTarget) && relatedTarget !== button.current) onClose();
  };
  const handleChoose = (onChoose: () => void) => {
    closeAndReturn();
    onChoose();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys and the focus are those of the buttons in it
    <div ref={box} popover="manual" className="menu-box" onKeyDown={handleKey} onBlur={handleBlur}>
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
    </div>
  );
}
