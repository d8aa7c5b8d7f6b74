import { type RefObject, useLayoutEffect, useRef } from 'react';
import { focusHeadingIfLost } from './focus-heading.ts';

/**
 * For elements that disappear when used, such as a closed message. If one has the focus then, what `findNext` returns gets it, or the
 * heading.
 */
export function useFocusBack<Place extends HTMLElement>(
  findNext?: (place: Place) => HTMLElement | null | undefined,
): RefObject<Place | null> {
  const place = useRef<Place>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is time when the element disappears
  useLayoutEffect(() => {
    const shown = place.current;
    return () => {
      // Still in the document: React cleans up before it removes the elements.
      if (!shown?.contains(document.activeElement)) return;
      const next = findNext?.(shown);
      queueMicrotask(() => {
        next?.focus();
        focusHeadingIfLost();
      });
    };
  }, []);
  return place;
}
