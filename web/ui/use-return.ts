import { useEffect, useEffectEvent } from 'react';

/**
 * Calls back when the browser restores this page from its back-forward cache. The page is then exactly as it was when the
 * user left, so a spinner that was shown for leaving would never stop.
 */
export function useReturn(onReturn: () => void) {
  const handleShow = useEffectEvent(({ persisted }: PageTransitionEvent) => persisted && onReturn());
  useEffect(() => {
    const handle = (event: PageTransitionEvent) => handleShow(event);
    window.addEventListener('pageshow', handle);
    return () => window.removeEventListener('pageshow', handle);
  }, []);
}
