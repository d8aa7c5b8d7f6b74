import { useEffect, useRef } from 'react';

/** Focuses the first text field when another one is shown, because what led to it is gone. The ref goes around the field. */
export function useFocusOnChange(shown: unknown) {
  const place = useRef<HTMLDivElement>(null);
  const last = useRef(shown);
  useEffect(() => {
    if (last.current === shown) return;
    last.current = shown;
    place.current?.querySelector<HTMLElement>('textarea, input:not([type="radio"])')?.focus();
  }, [shown]);
  return place;
}
