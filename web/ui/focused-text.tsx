import { type ReactNode, useEffect, useRef } from 'react';

/** A text that takes the focus when it appears, because it replaces what had it. */
export function FocusedText({ children }: { children: ReactNode }) {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => text.current?.focus(), []);
  return (
    <p ref={text} tabIndex={-1} className="outline-none">
      {children}
    </p>
  );
}
