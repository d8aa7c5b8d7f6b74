// One press, by key or pointer, triggers one action, and only on what the user could see when the press began.
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';

/** A keydown handler that stops a held Enter or Space from clicking a button again and again. */
export function ignoreHeldKey(event: KeyboardEvent) {
  const isPress = event.key === 'Enter' || event.key === ' ';
  if (event.repeat && isPress && (event.target as Element).closest('button, a')) event.preventDefault();
}

/** The second click of a double click, or the third of a triple click. */
export const isRepeatedClick = ({ detail }: { detail: number }) => detail > 1;

/**
 * Returns a function that says whether `what` was already on screen at the given time (an event's timeStamp). On a slow
 * page input is queued: a key pressed before `what` appeared was meant for what was there before.
 */
export function useWasShown(what: unknown): (time: number) => boolean {
  const shownAt = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs each time something else is shown
  useLayoutEffect(() => {
    shownAt.current = performance.now();
  }, [what]);
  return (time) => time >= shownAt.current;
}
