// A short explanation on hover and focus, in the top layer so that no table clips it. Escape hides it.
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { placeBeside } from './place-beside.ts';

interface TooltipProps {
  text: string;
  /** What it explains. Focusable content is passed as a function and is described by the id it receives. */
  children: ReactNode | ((describedBy: string) => ReactNode);
}

export function Tooltip({ text, children }: TooltipProps) {
  const id = useId();
  const anchor = useRef<HTMLSpanElement>(null);
  const [isShown, setShown] = useState(false);
  const isReachable = typeof children === 'function';
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing happens here but showing the text
    <span
      ref={anchor}
      className="inline-flex rounded-selector"
      onPointerEnter={() => setShown(true)}
      onPointerLeave={() => setShown(false)}
      onFocus={() => setShown(true)}
      onBlur={() => setShown(false)}
      tabIndex={isReachable ? undefined : 0}
      aria-describedby={isReachable ? undefined : id}
    >
      {isReachable ? children(id) : children}
      <span id={id} hidden>
        {text}
      </span>
      {isShown && <TooltipBox anchor={() => anchor.current} text={text} onHide={() => setShown(false)} />}
    </span>
  );
}

interface TooltipBoxProps {
  anchor: () => HTMLElement | null;
  text: string;
  onHide: () => void;
}

function TooltipBox({ anchor, text, onHide }: TooltipBoxProps) {
  const box = useRef<HTMLSpanElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is placed once, when it appears
  useEffect(() => {
    const [beside, shown] = [anchor(), box.current];
    if (!beside || !shown) return;
    shown.showPopover?.();
    placeBeside(beside, shown, 'above');
    const handleKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onHide();
    };
    document.addEventListener('keydown', handleKey);
    window.addEventListener('scroll', onHide, true);
    return () => {
      document.removeEventListener('keydown', handleKey);
      window.removeEventListener('scroll', onHide, true);
    };
  }, []);
  return (
    <span ref={box} popover="manual" aria-hidden="true" className="tooltip-box">
      {text}
    </span>
  );
}
