// One press of a key or a pointer does one thing, and only to what the user saw when the press began.
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';

/** A key held down presses a button once. For the keydown of a part of the page with buttons whose next press means something else. */
export function ignoreHeldKey(event: KeyboardEvent) {
  const isPress = event.key === 'Enter' || event.key === ' ';
  if (event.repeat && isPress && (event.target as Element).closest('button, a')) event.preventDefault();
}

/** The second click of a double click, or the third of a triple click. */
export const isRepeatedClick = ({ detail }: { detail: number }) => detail > 1;

/**
 * Gives a function that tells whether `what` was already on screen at a time (an event's timeStamp). On a slow page, input
 * waits: what was typed before it appeared was meant for what stood in its place.
 */
export function useWasShown(what: unknown): (time: number) => boolean {
  const shownAt = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time counts from when it is there
  useLayoutEffect(() => {
    shownAt.current = performance.now();
  }, [what]);
  return (time) => time >= shownAt.current;
}
