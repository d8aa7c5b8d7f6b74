import { type RefObject, useLayoutEffect, useRef } from 'react';
import { focusHeadingIfLost } from './focus-heading.ts';

/** For elements that disappear when used, such as a closed message: if one has the focus then, the heading gets it. */
export function useFocusBack<Place extends HTMLElement>(): RefObject<Place | null> {
  const place = useRef<Place>(null);
  useLayoutEffect(() => {
    const shown = place.current;
    return () => {
      // Still in the document: React cleans up before it removes the elements.
      if (shown?.contains(document.activeElement)) queueMicrotask(focusHeadingIfLost);
    };
  }, []);
  return place;
}
