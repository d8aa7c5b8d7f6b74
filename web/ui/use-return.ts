import { useEffect, useEffectEvent } from 'react';

/**
 * Calls back when the user returns by the browser's Back button to this page as it was left: it was kept whole, so a wheel
 * that turned when the browser left for another site would turn for ever.
 */
export function useReturn(onReturn: () => void) {
  const handleShow = useEffectEvent(({ persisted }: PageTransitionEvent) => persisted && onReturn());
  useEffect(() => {
    const handle = (event: PageTransitionEvent) => handleShow(event);
    window.addEventListener('pageshow', handle);
    return () => window.removeEventListener('pageshow', handle);
  }, []);
}
