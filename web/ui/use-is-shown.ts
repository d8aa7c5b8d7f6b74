import { useLayoutEffect, useRef } from 'react';

/** Returns a function that says whether the component is still shown: a late response must not act on the next page. */
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
