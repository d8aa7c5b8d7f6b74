import { useLayoutEffect, useRef } from 'react';

/** Gives a function that tells whether the component is still on the page: a late answer must not act on what came after. */
export function useIsShown(): () => boolean {
  const isShown = useRef(false);
  // Unlike other effects, these end as soon as React hides the component while the next page is loading.
  useLayoutEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return () => isShown.current;
}
