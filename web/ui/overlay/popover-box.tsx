// A box that a button opens next to itself, with the focus on its first control. Escape, a click elsewhere and tabbing out close
// it. The box is a native popover where supported, so that nothing clips it.
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react';
import { placeBeside } from './place-beside.ts';

interface PopoverBoxProps {
  button: RefObject<HTMLButtonElement | null>;
  children: ReactNode;
  onClose: () => void;
}

const controls = 'button, input, select';

export function PopoverBox({ button, children, onClose }: PopoverBoxProps) {
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
    shown.querySelector<HTMLElement>(controls)?.focus();
    const handle = (event: PointerEvent) => handlePointer(event);
    document.addEventListener('pointerdown', handle, true);
    return () => {
      shown.hidePopover?.();
      document.removeEventListener('pointerdown', handle, true);
    };
  }, [button]);
  const handleKey = (event: KeyboardEvent) => {
    const isFirst = event.target === box.current?.querySelector(controls);
    if (event.key !== 'Escape' && !(event.key === 'Tab' && event.shiftKey && isFirst)) return;
    event.preventDefault();
    event.stopPropagation();
    button.current?.focus();
    onClose();
  };
  const handleBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    // Without a related target, the window lost the focus. The button closes the box itself when it is clicked.
    if (relatedTarget && !currentTarget.contains(relatedTarget) && relatedTarget !== button.current) onClose();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys and the focus are those of the controls in it
    <div ref={box} popover="manual" className="menu-box" onKeyDown={handleKey} onBlur={handleBlur}>
      {children}
    </div>
  );
}
