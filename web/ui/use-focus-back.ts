import { type RefObject, useLayoutEffect, useRef } from 'react';
import { focusHeadingIfLost } from './focus-heading.ts';

/** For what goes when it is used, such as a message that is closed: if it has the focus then, the heading gets it. */
export function useFocusBack<Place extends HTMLElement>(): RefObject<Place | null> {
  const place = useRef<Place>(null);
  useLayoutEffect(() => {
    const shown = place.current;
    return () => {
      // Still there: React cleans up before it takes the elements out.
      if (shown?.contains(document.activeElement)) queueMicrotask(focusHeadingIfLost);
    };
  }, []);
  return place;
}
