import { useEffect, useRef } from 'react';

/** Gives a function that tells whether the component is still on the page: a late answer must not act on what came after. */
export function useIsShown(): () => boolean {
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return () => isShown.current;
}
