import { useSyncExternalStore } from 'react';

/** Below the width at which the styles show the whole bar (Tailwind's md). */
const phone = window.matchMedia('(max-width: 47.99rem)');

function subscribe(onChange: () => void): () => void {
  phone.addEventListener('change', onChange);
  return () => phone.removeEventListener('change', onChange);
}

export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, () => phone.matches);
}
